; Offers Basalt in "Open with" for its files, and registers links that start with basalt://. electron-builder's own file
; associations would make Basalt the default program of these files.

!macro offerFor ext
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${ext}\OpenWithProgids" "Basalt.File" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${ext}" ""
!macroend

!macro withdrawFrom ext
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ext}\OpenWithProgids" "Basalt.File"
!macroend

!macro forEachFile action
  !insertmacro ${action} "sqlite"
  !insertmacro ${action} "sqlite3"
  !insertmacro ${action} "db"
  !insertmacro ${action} "db3"
  !insertmacro ${action} "csv"
  !insertmacro ${action} "tsv"
  !insertmacro ${action} "xlsx"
  !insertmacro ${action} "json"
  !insertmacro ${action} "ndjson"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Basalt.File" "" "Basalt file"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Basalt.File\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Basalt.File\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro forEachFile offerFor
  WriteRegStr SHELL_CONTEXT "Software\Classes\basalt" "" "URL:Basalt link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\basalt" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\basalt\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\basalt\shell\open\command" "" '"$appExe" "%1"'
  System::Call 'Shell32::SHChangeNotify(i 0x8000000, i 0, i 0, i 0)'
!macroend

!macro customUnInstall
  !insertmacro forEachFile withdrawFrom
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Basalt.File"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\basalt"
!macroend
