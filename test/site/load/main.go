// Command load asks the site for pages at a steady rate, each from another address,
// and says how long they took and whether the program's memory stayed as it was:
//
//	go run ./load -program ../../bin/kinodex -rate 200 -for 10m
//
// It ends with 1 when the 99th percentile, the errors or the memory are more than
// allowed. A view is one document; style sheets and scripts are immutable and stay in
// a browser's cache. Times count from when a view was due, so that a program that
// falls behind cannot hide it.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"kinodex/test/site/service"
)

// options are the flags.
type options struct {
	program, library, url string
	rate, pages           int
	period                time.Duration
	most                  time.Duration
	growth                float64
}

func main() {
	var o options
	flag.StringVar(&o.program, "program", "bin/kinodex", "the program to start")
	flag.StringVar(&o.library, "library", os.Getenv("KINODEX_TEST_LIBRARY"), "a data directory whose library is served; the starter when empty")
	flag.IntVar(&o.rate, "rate", 200, "page views a second")
	flag.IntVar(&o.pages, "pages", 2000, "how many different pages are asked for, at most")
	flag.DurationVar(&o.period, "for", 10*time.Minute, "how long to measure")
	flag.DurationVar(&o.most, "p99", 150*time.Millisecond, "the most that the 99th percentile may be")
	flag.Float64Var(&o.growth, "growth", 0.10, "the most that memory may grow after the first fifth, as a part of it")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	s, err := service.Start(o.program, o.library, "--trusted-proxies", "127.0.0.0/8,::1/128")
	if err != nil {
		return err
	}
	defer s.Stop()
	a := newAsker(s.URL)
	pages, err := a.discover(o.pages)
	if err != nil {
		return err
	}
	fmt.Printf("%d pages of %d families, %d views a second for %v\n", len(pages), len(families(pages)), o.rate, o.period)
	memory := watch(s, o.period)
	views := a.views(pages, o.rate, o.period)
	return judge(o, views, memory())
}

// watch takes down the memory of a service in even steps, in bytes, and returns a
// function that ends it and gives the figures.
func watch(s *service.Service, period time.Duration) func() []int64 {
	done, figures := make(chan bool), make(chan []int64)
	go func() {
		tick := time.NewTicker(max(period/100, 100*time.Millisecond))
		defer tick.Stop()
		var taken []int64
		for {
			select {
			case <-tick.C:
				taken = append(taken, s.Resident())
			case <-done:
				figures <- taken
				return
			}
		}
	}()
	return func() []int64 { close(done); return <-figures }
}

// judge prints what was measured and says what is more than allowed.
func judge(o options, views []view, memory []int64) error {
	byFamily := map[string][]view{}
	failed := 0
	for _, v := range views {
		byFamily[v.family] = append(byFamily[v.family], v)
		if v.err != nil {
			if failed++; failed <= 5 {
				fmt.Printf("failed: %v\n", v.err)
			}
		}
	}
	fmt.Printf("%-28s %8s %9s %9s %9s %9s\n", "", "views", "p50 ms", "p99 ms", "max ms", "kB")
	for _, family := range slices.Sorted(maps.Keys(byFamily)) {
		line(family, byFamily[family])
	}
	line("all", views)
	p99 := quantile(views, 0.99)
	if failed > 0 {
		return fmt.Errorf("%d of %d views failed", failed, len(views))
	}
	if p99 > o.most {
		return fmt.Errorf("the 99th percentile is %v, more than %v", p99, o.most)
	}
	return flat(memory, o.growth)
}

// flat says whether memory grew: the median of the last fifth against that of the
// second, since caches fill at the start.
func flat(memory []int64, growth float64) error {
	fifth := len(memory) / 5
	if fifth == 0 {
		return nil
	}
	early, late := median(memory[fifth:2*fifth]), median(memory[4*fifth:])
	fmt.Printf("memory %d MB early, %d MB late\n", early>>20, late>>20)
	if float64(late) > float64(early)*(1+growth) {
		return fmt.Errorf("memory grew from %d to %d MB, by more than %.0f %%", early>>20, late>>20, growth*100)
	}
	return nil
}

func median(of []int64) int64 {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}
