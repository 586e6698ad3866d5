_vau_profiles() {
  local file="${VAU_CONFIG_DIR:-${XDG_CONFIG_HOME:-$HOME/.config}/vau}/config.json"
  [[ -r $file ]] && sed -n "$_vau_profile_names" "$file"
}

# _vau_names KIND: the names in the last list of collections or of stored-files.
_vau_names() {
  local base=${XDG_CACHE_HOME:-$HOME/.cache}
  cat "$base/vau/names/${1#stored-}" 2>/dev/null
}

# Joins what bash took apart at = : and @, into words.
_vau_split() {
  local rest=$COMP_LINE word i
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $i -eq 0 || $rest == [[:space:]]* ]]; then
      rest=${rest#"${rest%%[![:space:]]*}"}
      words+=("$word")
    else
      words[${#words[@]}-1]+=$word
    fi
    rest=${rest#"$word"}
  done
}

# _vau_offer WHAT TYPED PREFIX: puts into COMPREPLY what can stand here.
_vau_offer() {
  local candidate list typed=$2
  case $1 in
  '' | @free) return ;;
  @files | @folders)
    compopt -o filenames 2>/dev/null
    [[ $1 == @folders ]] && list=$(compgen -d -- "${typed//\\/}") || list=$(compgen -f -- "${typed//\\/}")
    ;;
  @at-files)
    [[ $typed == @* ]] || return
    compopt -o filenames 2>/dev/null
    list=$(compgen -P @ -f -- "${typed#@}")
    ;;
  @profiles) list=$(_vau_profiles) ;;
  @collections | @stored-files) list=$(_vau_names "${1#@}") typed=${typed//\\/} ;;
  *) list=${1// /$'\n'} ;;
  esac
  while IFS= read -r candidate; do
    [[ -n $candidate && $candidate == "$typed"* ]] || [[ $1 == @f* && -n $candidate ]] || continue
    [[ $1 == @profiles || $1 == @collections || $1 == @stored-files ]] && printf -v candidate %q "$candidate"
    COMPREPLY+=("$3$candidate")
  done <<<"$list"
}

# Readline replaces only what follows the last = or : it breaks words at; an @ it keeps.
_vau_trim() {
  local mark part cut=''
  for mark in '=' ':'; do
    [[ $COMP_WORDBREAKS == *"$mark"* && $1 == *"$mark"* ]] || continue
    part=${1%"${1##*"$mark"}"}
    [[ ${#part} -gt ${#cut} ]] && cut=$part
  done
  [[ -n $cut && ${#COMPREPLY[@]} -gt 0 ]] && COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}

_vau() {
  local words word cur noun='' command='' flag='' verbs i place=1
  COMPREPLY=()
  _vau_split
  cur=${words[${#words[@]}-1]}
  for ((i = 1; i < ${#words[@]} - 1; i++)); do
    word=${words[i]}
    if [[ -n $flag ]]; then
      flag=''
    elif [[ $word == -*=* ]]; then
      :
    elif [[ $word == -* ]]; then
      [[ -n $(_vau_takes "$command $word") ]] && flag=$word
    elif [[ -z $noun ]]; then
      noun=$word
      verbs=$(_vau_verbs "$noun")
      [[ $verbs == - ]] && command=$noun
    elif [[ -z $command ]]; then
      command="$noun $word"
    else
      place=$((place + 1))
    fi
  done
  if [[ -n $flag ]]; then
    _vau_offer "$(_vau_takes "$command $flag")" "$cur" ''
  elif [[ $cur == --*=* ]]; then
    _vau_offer "$(_vau_takes "$command ${cur%%=*}")" "${cur#*=}" "${cur%%=*}="
  elif [[ $cur == -* ]]; then
    _vau_offer "$(_vau_flags "$command")$([[ -z $noun ]] && echo ' --version')" "$cur" ''
  elif [[ -z $noun ]]; then
    _vau_offer "$_vau_nouns help" "$cur" ''
  elif [[ -z $command ]]; then
    _vau_offer "$verbs" "$cur" ''
  else
    _vau_offer "$(_vau_takes "$command $place")" "$cur" ''
  fi
  _vau_trim "$cur"
}

complete -F _vau vau
