// Package terminal writes what an analysis found as a page for people at a
// terminal, within its width, its character set and its colours. Whatever stands
// in a script, a page commands no terminal: text of a stranger passes through
// page.clean.
//
// Start reading at WriteAnalysis.
package terminal

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// Screen is what a page is written on; ScreenOf makes one.
type Screen struct {
	width  int // columns
	ascii  bool
	colour bool
}

// The width of a page, in columns: where nothing tells it, and at least and most.
const (
	usualWidth = 80
	leastWidth = 60
	mostWidth  = 120
)

// ScreenOf looks at where a page goes: only a terminal has a width of its own and
// colours, and those only where NO_COLOR is empty.
func ScreenOf(to io.Writer, ascii bool) Screen {
	s := Screen{width: usualWidth, ascii: ascii || !localeIsUTF8(os.Getenv, runtime.GOOS)}
	f, ok := to.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return s
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		columns = 0
	}
	s.width = pageWidth(os.Getenv("COLUMNS"), columns)
	s.colour = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return s
}

// pageWidth is that which COLUMNS states, else that of the terminal, within the
// bounds of a page.
func pageWidth(stated string, terminal int) int {
	width, err := strconv.Atoi(stated)
	if err != nil || width <= 0 {
		width = terminal
	}
	if width <= 0 {
		width = usualWidth
	}
	return max(leastWidth, min(width, mostWidth))
}

// localeIsUTF8 says whether characters beyond ASCII can be shown, by the first
// variable of the locale that is set (POSIX); none means ASCII but on Windows,
// which has no such variables.
func localeIsUTF8(env func(string) string, system string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := env(name); locale != "" {
			locale = strings.ToLower(locale)
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return system == "windows"
}
