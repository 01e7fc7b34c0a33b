#!/usr/bin/env bash
# A host of the social flow in which each request is a `navtree call`: the session goes on in a store, and JSON is
# read by `navtree eval`.
#
#     bash Specs/hosts/calls.bash
#
# navtree must be in the PATH. Nothing but bash is needed.
set -euo pipefail

flow=${BASH_SOURCE[0]%/*}/../social.navtree.yaml
store=sqlite:$(mktemp -d)/sessions.db
trap 'folder=${store#sqlite:}; rm -r "${folder%/*}"' EXIT
names=([1]=Ada [2]=Grace [3]=Alan [4]=Edsger [5]=Barbara)
followers=([1]="3 4 5" [3]="2")
page=2

call() { navtree call "$flow" --store "$store" "$@"; }

# The value of an expression over JSON: value EXPRESSION NAME=JSON
value() {
  local text
  text=$(navtree eval "$1" --bind "$2")
  text=${text% (*} # its type
  text=${text#\"}
  echo "${text%\"}"
}

# A page of people; the cursor is the number of those that came before: fetch_users SOURCE OF CURSOR
fetch_users() {
  local ids items=() cursor=null start=0 person
  if [[ $1 == all ]]; then ids=("${!names[@]}"); else read -ra ids <<<"${followers[$2]-}"; fi
  if [[ $3 != null ]]; then start=$3; fi
  for person in "${ids[@]:start:page}"; do
    items+=("{\"id\":$person,\"name\":\"${names[person]}\"}")
  done
  if ((start + page < ${#ids[@]})); then cursor="\"$((start + page))\""; fi
  local IFS=,
  output="{\"items\":[${items[*]}],\"cursor\":$cursor}"
}

# Does what navtree asks for, until it asks for nothing more.
settle() {
  local owed
  while owed=$(call effect.list); [[ $owed != '[]' ]]; do
    fetch_users "$(value 'owed[0].input.source' "owed=$owed")" "$(value 'owed[0].input.of' "owed=$owed")" \
      "$(value 'owed[0].input.cursor' "owed=$owed")"
    call effect.done effect="$(value 'owed[0].effect' "owed=$owed")" output="$output" >/dev/null
  done
}

dispatch() {
  call dispatch action.type="$@" >/dev/null
  settle
}

show() {
  echo "$1: $(value "people.map(p, p.name).join(', ')" "people=$(call state.get pointer=/state/items)")"
}

settle
show "Everyone"
dispatch list.more
show "and more"
dispatch select action.index=0
dispatch showFollowers
dispatch list.more
show "Ada's followers"
dispatch select action.index=0
dispatch showFollowers
show "Alan's followers"
call state.outline
