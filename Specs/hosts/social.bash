#!/usr/bin/env bash
# A host of the social flow: it fetches people when a list asks for them, and shows what a user would see.
#
#     bash Specs/hosts/social.bash
#
# navtree must be in the PATH. Nothing but bash is needed: members come in the order of the documentation, so a
# pattern is enough to read them.
set -euo pipefail

flow=${BASH_SOURCE[0]%/*}/../social.navtree.yaml
names=([1]=Ada [2]=Grace [3]=Alan [4]=Edsger [5]=Barbara)
followers=([1]="3 4 5" [3]="2")
page=2

coproc navtree { exec navtree serve "$flow"; }
id=0
result=
owed=()

# Sends a request, and reads on until its answer has come: call METHOD PARAMS
call() {
  local line
  id=$((id + 1))
  printf '{"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}\n' "$id" "$1" "$2" >&"${navtree[1]}"
  while read -r line <&"${navtree[0]}"; do
    case $line in
      *'"method":"effect.requested"'*) owed+=("$line") ;;
      *'"id":'$id,'"result":'*)
        line=${line#*'"result":'}
        result=${line%'}'}
        return ;;
      *'"error":'*) echo "$line" >&2; exit 1 ;;
    esac
  done
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

# Does what navtree asks for, until it asks for nothing more. What a request causes is written right after its
# answer: the answer to a ping comes behind all of it.
settle() {
  local pattern='"effect":([0-9]+),.*"source":"([a-z]+)","of":([0-9]+|null),"cursor":"?([0-9]+|null)"?'
  call ping '{}'
  while ((${#owed[@]} > 0)); do
    [[ ${owed[0]} =~ $pattern ]]
    owed=("${owed[@]:1}")
    fetch_users "${BASH_REMATCH[@]:2}"
    call effect.done "{\"effect\":${BASH_REMATCH[1]},\"output\":$output}"
    call ping '{}'
  done
}

dispatch() {
  call dispatch "{\"action\":$1}"
  settle
}

show() {
  local people='' pattern='"name":"([^"]*)"(.*)'
  call state.get '{"pointer":"/state/items"}'
  while [[ $result =~ $pattern ]]; do
    people+="${people:+, }${BASH_REMATCH[1]}"
    result=${BASH_REMATCH[2]}
  done
  echo "$1: $people"
}

settle
show "Everyone"
dispatch '{"type":"list.more"}'
show "and more"
dispatch '{"type":"select","index":0}'
dispatch '{"type":"showFollowers"}'
dispatch '{"type":"list.more"}'
show "Ada's followers"
dispatch '{"type":"select","index":0}'
dispatch '{"type":"showFollowers"}'
show "Alan's followers"
call state.outline '{}'
result=${result#'"'}
printf '%b' "${result%'"'}"
call shutdown '{}'
