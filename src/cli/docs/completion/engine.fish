function __vau_profiles
    set -l base $HOME/.config
    set -q XDG_CONFIG_HOME; and test -n "$XDG_CONFIG_HOME"; and set base $XDG_CONFIG_HOME
    set -l folder $base/vau
    set -q VAU_CONFIG_DIR; and test -n "$VAU_CONFIG_DIR"; and set folder $VAU_CONFIG_DIR
    test -r $folder/config.json; and sed -n $__vau_profile_names $folder/config.json
end

# __vau_names KIND: the names in the last list of collections or of stored-files.
function __vau_names
    set -l base $HOME/.cache
    set -q XDG_CACHE_HOME; and test -n "$XDG_CACHE_HOME"; and set base $XDG_CACHE_HOME
    set -l file $base/vau/names/(string replace stored- '' $argv[1])
    test -r $file; and cat $file
end

# The words before the cursor that are no flags and no values of the flags in $argv: noun, verb, arguments.
function __vau_words
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word $argv
            set skip 1
        else if not string match -q -- '-*' $word
            printf '%s\n' $word
        end
    end
end

function __vau_no_noun
    test (count (__vau_words $__vau_common)) = 0
end

# __vau_verb_of NOUN: the noun is there, its verb is not.
function __vau_verb_of
    set -l words (__vau_words $__vau_common)
    test (count $words) = 1; and test "$words[1]" = $argv[1]
end

# __vau_in NOUN [VERB]: this is the command.
function __vau_in
    set -l words (__vau_words $__vau_common)
    test "$words[1]" = $argv[1]; and test (count $argv) = 1 -o "$words[2]" = "$argv[2]"
end

# __vau_at PLACE COUNT NOUN [VERB] FLAGS...: the next argument of this command is number PLACE (or a later one: PLACE+).
# COUNT is how many words the command's name has, FLAGS those that take a value.
function __vau_at
    set -l length $argv[2]
    set -l last (math 2 + $length)
    set -l words (__vau_words $argv[(math $last + 1)..-1])
    test (count $words) -ge $length; or return 1
    test "$words[1..$length]" = "$argv[3..$last]"; or return 1
    set -l next (math (count $words) - $length + 1)
    string match -q -- '*+' $argv[1]; and test $next -ge (string replace -- + '' $argv[1]); and return 0
    test "$next" = "$argv[1]"
end
