import NavtreeTestSupport
import Testing

/// The files that are installed and published beside the binary.
@Suite
struct InstallTests {
  private static let hasPython = succeeds("command -v python3")

  // MARK: Installed files

  @Test(.enabled(if: hasPython, "no python3"))
  func installedFilesAreFoundAndRemoved() throws {
    let outcome = try run(
      """
      .ci/stage "$navtree" "$folder/root" || exit
      "$folder/root/bin/navtree" --version >/dev/null || exit
      (cd "$folder/root" && find . -type f ! -name 'navtree-*.1' | LC_ALL=C sort)
      find "$folder/root" -name 'navtree-*.1' | sed 's|.*/||' | grep -E 'serve|store|help' | LC_ALL=C sort
      "$navtree" schema | cmp - "$folder/root/share/navtree/flow.schema.json"
      .ci/stage --remove "$folder/root"
      find "$folder/root" -type f
      """)
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == """
        ./bin/navtree
        ./share/bash-completion/completions/navtree
        ./share/fish/vendor_completions.d/navtree.fish
        ./share/man/man1/navtree.1
        ./share/navtree/flow.draft7.schema.json
        ./share/navtree/flow.schema.json
        ./share/navtree/openrpc.json
        ./share/zsh/site-functions/_navtree
        navtree-serve.1
        navtree-store-copy.1
        navtree-store-export.1
        navtree-store-import.1
        navtree-store-ls.1
        navtree-store-migrate.1
        navtree-store-show.1
        navtree-store-vacuum.1
        navtree-store-verify.1
        navtree-store.1

        """)
  }

  // MARK: Man pages

  private static let table = #"""
    {"serializationVersion": 0, "command": {
      "commandName": "tea", "abstract": "Brews tea.",
      "discussion": "A 'pot' holds \"much\".\n.TH isn't a request.\n\n  tea brew -\\\n    ^~ `so`\n\nThat's all.",
      "arguments": [
        {"kind": "flag", "names": [{"kind": "long", "name": "help"}, {"kind": "short", "name": "h"}],
         "abstract": "Show help.", "isOptional": true, "isRepeating": false, "valueName": "help"},
        {"kind": "flag", "names": [{"kind": "long", "name": "hidden"}], "shouldDisplay": false,
         "abstract": "Nobody's.", "isOptional": true, "isRepeating": false, "valueName": "hidden"}],
      "subcommands": [
        {"commandName": "brew", "abstract": "Brew.", "arguments": [
          {"kind": "positional", "valueName": "leaf", "abstract": "The leaves.", "isOptional": false,
           "isRepeating": true},
          {"kind": "option", "names": [{"kind": "long", "name": "heat"}], "valueName": "degree",
           "abstract": "How hot.", "allValues": ["warm", "hot"], "defaultValue": "hot", "isOptional": true,
           "isRepeating": false}]},
        {"commandName": "help", "abstract": "Show help."}]}}
    """#

  @Test(.enabled(if: hasPython, "no python3"))
  func aPageIsMadeOfACommand() throws {
    let outcome = try run(
      #".ci/manual 1.0 "$folder" && cat "$folder/tea.1" "$folder/tea-brew.1"; ls "$folder""#,
      sending: Self.table)
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == #"""
        .TH "TEA" "1" "" "navtree 1.0" "User Commands"
        .SH NAME
        tea \- Brews tea
        .SH SYNOPSIS
        \fBtea\fR
        \fIcommand\fR
        [\fB\-\-help\fR]
        .SH DESCRIPTION
        .PP
        A \(aqpot\(aq holds \(dqmuch\(dq.
        \&.TH isn\(aqt a request.
        .PP
        .EX
          tea brew \-\e
            \(ha\(ti \(gaso\(ga
        .EE
        .PP
        That\(aqs all.
        .SH OPTIONS
        .TP
        \fB\-h\fR, \fB\-\-help\fR
        Show help.
        .SH COMMANDS
        .TP
        \fBtea\-brew\fR(1)
        Brew.
        .SH SEE ALSO
        \fBtea\-brew\fR(1)
        .TH "TEA\-BREW" "1" "" "navtree 1.0" "User Commands"
        .SH NAME
        tea\-brew \- Brew
        .SH SYNOPSIS
        \fBtea brew\fR
        [\fB\-\-heat\fR\~\fIdegree\fR]
        \fIleaf\fR\~.\|.\|.\&
        .SH DESCRIPTION
        .PP
        Brew.
        .SH ARGUMENTS
        .TP
        \fIleaf\fR
        The leaves.
        .SH OPTIONS
        .TP
        \fB\-\-heat\fR \fIdegree\fR
        How hot. One of warm, hot. The default is hot.
        .SH SEE ALSO
        \fBtea\fR(1)
        tea-brew.1
        tea.1

        """#)
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func anotherFormOfTheTableIsRefused() throws {
    let outcome = try run(
      #".ci/manual 1.0 "$folder"; ls "$folder""#, sending: #"{"serializationVersion": 1, "command": {}}"#)
    #expect(outcome.errorText == "manual: the table of commands has the form 1, and 0 is known\n")
    #expect(outcome.text == "")
  }

  @Test(.enabled(if: hasPython && succeeds("command -v man"), "no python3, or no man"))
  func manShowsEachPageWithoutWarnings() throws {
    let outcome = try run(
      """
      "$navtree" --experimental-dump-help | .ci/manual 1.0 "$folder"
      export LC_ALL=C.UTF-8
      for page in "$folder"/*.1; do man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null; done
      man -E UTF-8 -P cat -l "$folder/navtree-links.1" | sed -n '/^SYNOPSIS/,/^DESCRIPTION/p'
      """)
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == """
        SYNOPSIS
               navtree links [--format format] [--json] [--output file] [--color when]
               [--quiet] [--export kind] [--domain domain] [--app-id id  ...]  [--fin‐
               gerprint sha256 ...] [--check file] [--version] [--help] [flow]

        DESCRIPTION

        """)
  }

  // MARK: Completions

  @Test(
    .enabled(if: succeeds("bash -c '((BASH_VERSINFO[0] >= 4))'"), "no bash of version 4 or later"),
    arguments: [
      ("navtree se", "serve"), ("navtree store ex", "export"), ("navtree serve --durability b", "batch"),
      ("navtree check --str", "--strict"), ("navtree check Specs/soc", "Specs/social.navtree.yaml"),
    ])
  func bashCompletesALine(line: String, completion: String) throws {
    let outcome = try run(
      """
      "$navtree" --generate-completion-script bash >"$folder/navtree"
      bash -c '
        . "$1"
        read -ra COMP_WORDS <<<"$2"
        COMP_LINE=$2 COMP_POINT=${#2} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        $(complete -p navtree | sed "s/.*-F \\([^ ]*\\).*/\\1/") navtree "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
        printf "%s\\n" "${COMPREPLY[@]%% }"' bash "$folder/navtree" '\(line)'
      """)
    #expect(outcome.errorText == "")
    #expect(outcome.lines.contains(completion[...]), "\(outcome.text)")
  }

  @Test(arguments: ["bash", "zsh", "fish"].filter { succeeds("command -v \($0)") })
  func aShellTakesItsCompletions(shell: String) throws {
    let outcome = try run(#""$navtree" --generate-completion-script \#(shell) | \#(shell) -n"#)
    #expect(outcome.text + outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  // MARK: The wheel

  /// Makes a wheel of pure Python, and puts a script that takes the binary's place into it.
  private static let wheel = """
    cd "$folder" && printf '#!/bin/sh\\necho this is navtree\\n' >binary && echo theirs >licences && python3 - <<'END' || exit
    import zipfile
    with zipfile.ZipFile("navtree-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("navtree/__init__.py", "answer = 42\\n")
        wheel.writestr("navtree-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: navtree\\nVersion: 1.0\\n")
        wheel.writestr("navtree-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: a test\\n"
            "Root-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("navtree-1.0.dist-info/RECORD", "")
    END
    wheel=$(python3 "$OLDPWD/.ci/platform-wheel" navtree-1.0-py3-none-any.whl binary licences .) || exit
    """

  @Test(.enabled(if: hasPython, "no python3"))
  func aWheelHoldsTheBinaryOnceAndRecordsItsFiles() throws {
    let outcome = try run(
      """
      \(Self.wheel)
      python3 - "$wheel" <<'END'
      import base64, hashlib, platform, sys, zipfile
      print(sys.argv[1].replace(platform.machine(), "ARCH"))
      with zipfile.ZipFile(sys.argv[1]) as wheel:
          for entry in wheel.infolist():
              print(oct(entry.external_attr >> 16), entry.filename)
          print(wheel.read("navtree-1.0.dist-info/WHEEL").decode().replace(platform.machine(), "ARCH"), end="")
          for line in wheel.read("navtree-1.0.dist-info/RECORD").decode().splitlines()[:-1]:
              name, digest, size = line.split(",")
              content = wheel.read(name)
              found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
              assert (digest, size) == ("sha256=" + found, str(len(content))), line
      END
      """)
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == """
        ./navtree-1.0-py3-none-manylinux_2_17_ARCH.musllinux_1_1_ARCH.whl
        0o100755 navtree-1.0.data/scripts/navtree
        0o100644 navtree/__init__.py
        0o100644 navtree-1.0.dist-info/METADATA
        0o100644 navtree-1.0.dist-info/WHEEL
        0o100644 navtree-1.0.dist-info/licenses/LICENCES
        0o100644 navtree-1.0.dist-info/RECORD
        Wheel-Version: 1.0
        Generator: a test
        Root-Is-Purelib: false
        Tag: py3-none-manylinux_2_17_ARCH
        Tag: py3-none-musllinux_1_1_ARCH

        """)
  }

  private static let python = Files.package + "/.build-python/bin/python3"
  private static let hasPip = succeeds("[ $(uname) = Linux ] && \(python) -m pip --version")

  @Test(.enabled(if: hasPip, "no Linux, or make python couldn't install pip"))
  func pipInstallsTheBinaryAsTheCommand() throws {
    let outcome = try run(
      """
      \(Self.wheel)
      \(Self.python) -m pip install -q --disable-pip-version-check --root-user-action ignore --no-index \
        --prefix "$folder/environment" "$wheel" && "$folder/environment/bin/navtree"
      """)
    #expect(outcome.errorText == "")
    #expect(outcome.text == "this is navtree\n")
  }

  // MARK: Running

  /// Runs a script of the shell in the package's folder, with a folder of its own.
  private func run(_ script: String, sending input: String = "") throws -> ChildProcess.Outcome {
    let prologue = """
      navtree='\(ChildProcess.navtree)'
      folder=$(mktemp -d)
      trap 'rm -rf "$folder"' EXIT

      """
    return try ChildProcess(["-c", prologue + script], program: "/bin/sh").finish(sending: input.utf8)
  }

  private static func succeeds(_ script: String) -> Bool {
    let outcome = try? ChildProcess(["-c", script], program: "/bin/sh").finish()
    return outcome?.status == 0
  }
}
