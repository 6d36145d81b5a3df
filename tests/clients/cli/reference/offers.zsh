# What zsh offers after Tab: offers.zsh COMPLETIONS LINE prints a candidate a line.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= ; autoload -Uz compinit; compinit -u -D; eval \"\$(<${(q)1})\""
zpty -w shell 'bindkey "^I" complete-word; zstyle ":completion:*" insert-tab false'
zpty -w shell 'began() { print BEGIN }; ended() { print END; exit }; compprefuncs=(began); comppostfuncs=(ended)'
zpty -w shell 'compadd() {
  [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && { builtin compadd "$@"; return }
  local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -l -- offer:$^hits; builtin compadd "$@" }'
zpty -w -n shell "$2"$'\t'
while zpty -r shell line; do
  line=${line%$'\n'}; line=${line%$'\r'}
  [[ $line == offer:* ]] && print -r -- ${line#offer:}
  [[ $line == *END ]] && break
done
zpty -d shell
