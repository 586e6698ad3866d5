# What nobody can guess is named. Not where a flag is begun: a message would keep it from being completed.
_vau_free() {
  [[ $PREFIX == -* ]] || _message -r $1
}

# Text in place, or a file after @.
_vau_at_files() {
  if compset -P @; then _files; elif [[ $PREFIX != -* ]]; then _message -r 'text, or @FILE'; fi
}

_vau_profiles() {
  local file="${VAU_CONFIG_DIR:-${XDG_CONFIG_HOME:-$HOME/.config}/vau}/config.json"
  local -a names
  [[ -r $file ]] && names=(${(f)"$(sed -n $_vau_profile_names $file)"})
  _describe -t profiles profile names
}

# _vau_names KIND: the names in the last list of collections or of stored-files.
_vau_names() {
  local file="${XDG_CACHE_HOME:-$HOME/.cache}/vau/names/${1#stored-}"
  local -a names
  [[ -r $file ]] && names=("${(@f)$(<$file)}")
  compadd -a names
}

_vau() {
  local curcontext=$curcontext state ret=1
  local -a line
  typeset -A opt_args
  _arguments -s -S -C $_vau_common '--version[Versions]' '1: :_vau_nouns' '*::: :->noun' && ret=0
  [[ $state == noun ]] || return ret
  local noun=$line[1]
  [[ $noun == help ]] && { (( CURRENT == 1 )) && _vau_nouns; return }
  words=($noun "${words[@]}")
  (( CURRENT += 1 ))
  curcontext=${curcontext%:*:*}:vau-$noun:
  if (( $+functions[_vau-$noun] )); then
    _vau-$noun
  elif (( $+functions[_vau_verbs-$noun] )); then
    _arguments -s -S -C $_vau_common "1: :_vau_verbs-$noun" '*::: :->verb' && ret=0
    [[ $state == verb ]] || return ret
    local verb=$line[1]
    words=($verb "${words[@]}")
    (( CURRENT += 1 ))
    curcontext=${curcontext%:*:*}:vau-$noun-$verb:
    (( $+functions[_vau-$noun-$verb] )) && _vau-$noun-$verb
  fi
}

# Loaded from a folder of fpath, or sourced.
if [[ $funcstack[1] == _vau ]]; then
  _vau "$@"
else
  compdef _vau vau
fi
