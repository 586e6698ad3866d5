Register-ArgumentCompleter -Native -CommandName vau, vau.cmd, vau.ps1 -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $noun = ''; $command = ''; $flag = ''; $place = 1
    $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    foreach ($word in $typed) {
        if ($flag) { $flag = '' }
        elseif ($word -like '-*=*') { }
        elseif ($word -like '-*') {
            if ($VauTakes.ContainsKey("$command $word") -or $VauTakes.ContainsKey(" $word")) { $flag = $word }
        }
        elseif (-not $noun) { $noun = $word; if ($VauVerbs[$noun] -eq '-') { $command = $noun } }
        elseif (-not $command) { $command = "$noun $word" }
        else { $place++ }
    }

    $prefix = ''; $current = $wordToComplete
    if (-not $flag -and $current -match '^(--[^=]+)=(.*)$') { $flag = $Matches[1]; $prefix = "$flag="; $current = $Matches[2] }
    if ($flag) {
        $what = $VauTakes["$command $flag"]
        if (-not $what) { $what = $VauTakes[" $flag"] }
    }
    elseif ($current -like '-*') { $what = "$($VauFlags[$command]) $($VauFlags[''])" }
    elseif (-not $noun) { $what = $VauVerbs.Keys -join ' ' }
    elseif (-not $command) { $what = $VauVerbs[$noun] }
    else {
        $what = $VauTakes["$command $place"]
        for ($i = $place; -not $what -and $i -gt 0; $i--) { $what = $VauTakes["$command $i+"] }
    }

    $words = switch ($what) {
        { -not $_ -or $_ -eq '@free' } { @() }
        '@profiles' {
            $folder = if ($env:VAU_CONFIG_DIR) { $env:VAU_CONFIG_DIR }
                elseif ($env:XDG_CONFIG_HOME) { Join-Path $env:XDG_CONFIG_HOME 'vau' }
                elseif ($env:OS -eq 'Windows_NT') { Join-Path $env:APPDATA 'vau' }
                else { Join-Path $HOME '.config/vau' }
            $file = Join-Path $folder 'config.json'
            if (Test-Path $file) { (Get-Content $file -Raw | ConvertFrom-Json).profiles.PSObject.Properties.Name }
        }
        { $_ -in '@collections', '@stored-files' } {
            $cache = if ($env:OS -eq 'Windows_NT') { Join-Path $env:LOCALAPPDATA 'vau-cache' }
                elseif ($env:XDG_CACHE_HOME) { Join-Path $env:XDG_CACHE_HOME 'vau' }
                else { Join-Path $HOME '.cache/vau' }
            $file = Join-Path $cache "names/$($_ -replace '@(stored-)?', '')"
            if (Test-Path $file) { Get-Content $file -Encoding UTF8 }
        }
        { $_ -in '@files', '@folders' } {
            Get-ChildItem -Path "$current*" -Directory:($_ -eq '@folders') -ErrorAction SilentlyContinue |
                ForEach-Object { Resolve-Path -Relative $_.FullName }
        }
        '@at-files' {
            if ($current -like '@*') {
                Get-ChildItem -Path "$($current.Substring(1))*" -ErrorAction SilentlyContinue |
                    ForEach-Object { '@' + (Resolve-Path -Relative $_.FullName) }
            }
        }
        default { $_ -split ' ' }
    }
    $files = $what -in '@files', '@folders', '@at-files'
    $words | Where-Object { $_ -and ($files -or $_ -like "$current*") } | Sort-Object -Unique | ForEach-Object {
        # PowerShell ends a text at curly quotes too.
        $text = if ($_ -match '[^\w./\\:@=+-]') { "'" + ($_ -replace "(['\u2018-\u201B])", '$1$1') + "'" } else { $_ }
        [System.Management.Automation.CompletionResult]::new("$prefix$text", $_, 'ParameterValue', $_)
    }
}
