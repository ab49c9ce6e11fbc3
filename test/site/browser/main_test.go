package browser

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kinodex/test/site/service"
)

// What the tests need, from the environment; scripts/browser.sh sets it.
var (
	chromium = os.Getenv("KINODEX_TEST_BROWSER") // the path of a Chromium
	program  = os.Getenv("KINODEX_TEST_PROGRAM") // the path of kinodex
	axePath  = os.Getenv("KINODEX_TEST_AXE")     // the path of axe.min.js
	library  = os.Getenv("KINODEX_TEST_LIBRARY") // a data directory whose library to copy, or ""
	pictures = os.Getenv("KINODEX_SCREENSHOTS")  // a directory for screenshots, or ""
)

func TestMain(m *testing.M) {
	flag.Parse()
	if pictures != "" {
		if err := os.MkdirAll(pictures, 0o755); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

// running is what the tests share: starting it takes longer than most of them.
var running struct {
	browser *Browser
	service *service.Service
}

func stop() {
	if running.browser != nil {
		running.browser.Stop()
	}
	if running.service != nil {
		if err := running.service.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, "kinodex:", err)
		}
	}
}

var startBrowser = sync.OnceValue(func() (err error) {
	running.browser, err = Start(chromium)
	return err
})

// startService serves the starter library to whom a proxy on this machine names. Readers without
// an account may have all of it: a walk over all pages takes more than their share of a day.
var startService = sync.OnceValue(func() (err error) {
	running.service, err = service.Start(program, library, "--trusted-proxies", "127.0.0.0/8,::1/128", "--plans", filepath.Join("testdata", "plans.json"))
	return err
})

// theBrowser returns the browser, or skips the test where there is none.
func theBrowser(t *testing.T) *Browser {
	t.Helper()
	if chromium == "" {
		t.Skip("KINODEX_TEST_BROWSER names no browser: make test-browser")
	}
	if err := startBrowser(); err != nil {
		t.Fatal(err)
	}
	return running.browser
}

// theService returns the program that serves, started for the first test that asks.
func theService(t *testing.T) *service.Service {
	t.Helper()
	theBrowser(t)
	if err := startService(); err != nil {
		t.Fatal(err)
	}
	return running.service
}

// inspector returns one with the axe of the environment.
func inspector(t *testing.T, screenshots string) *Inspector {
	t.Helper()
	source, err := os.ReadFile(axePath)
	if err != nil {
		t.Fatal(err)
	}
	return &Inspector{Axe: string(source), Screenshots: screenshots}
}

// person opens a tab of somebody new on the service, at an address of their own.
func person(t *testing.T) *Tab {
	t.Helper()
	return personAt(t, theService(t).URL)
}

// personAt opens a tab of somebody new on a site.
func personAt(t *testing.T, home string) *Tab {
	t.Helper()
	tab, err := theBrowser(t).Person(home)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tab.Close)
	if err := tab.From(nextAddress()); err != nil {
		t.Fatal(err)
	}
	return tab
}
