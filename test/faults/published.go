package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The generations that are published. Each has the same films under other titles, which
// begin with its name, so that an answer tells which generation it is of.
const (
	first  = "First"
	second = "Second"
	third  = "Third"
)

// togetherWithin is how long replicas may answer from different generations while
// they change, which they do at the same time of their clocks.
const togetherWithin = 2 * time.Second

// publishScenarios are faults of the way from who builds a library to who serves it.
var publishScenarios = []scenario{{
	name: "library-publish", setup: onLibrary, check: together,
	what:    "a new generation is published, to which replicas change 4 s later",
	prepare: func(w *world) error { return w.changeTo(first) },
	happen: func(w *world) error {
		if _, err := w.publish(second, "--swap-in", "4s"); err != nil {
			return err
		}
		return w.serves(w.generations[second])
	},
}, {
	name: "publish-race", setup: onLibrary,
	what: "two generations are published at the same time, again and again",
	happen: func(w *world) error {
		for range 3 {
			other := make(chan error)
			go func() {
				_, err := w.publish(first, "--swap-in", "1s")
				other <- err
			}()
			_, err := w.publish(second, "--swap-in", "1s")
			if lost := <-other; lost != nil && err != nil {
				return fmt.Errorf("neither of two is published: %w; %w", lost, err)
			}
		}
		named, err := w.published()
		if err != nil {
			return err
		}
		return w.serves(named)
	},
}, {
	name: "corrupt-pack", setup: onLibrary,
	what: "files of a published generation are damaged in the bucket; later it is mended",
	// Neither the bucket nor a replica's disk, which has two generations, has the third.
	prepare: func(w *world) error {
		if err := w.changeTo(first, second); err != nil {
			return err
		}
		_, err := w.command("library", "prune", "--keep", "1", "--library", w.shelf("library"))
		return err
	},
	happen: func(w *world) error {
		before, err := w.published()
		if err != nil {
			return err
		}
		if err := w.damage(third); err != nil {
			return err
		}
		if _, err := w.publish(third, "--swap-in", "1s"); err != nil {
			return err
		}
		if err := eventually(30*time.Second, w.degraded); err != nil {
			return err
		}
		if err := w.serves(before); err != nil {
			return err
		}
		if _, err := w.publish(third, "--swap-in", "1s", "--mend"); err != nil {
			return err
		}
		return w.serves(w.generations[third])
	},
}, {
	name: "library-rollback", setup: onLibrary, check: together,
	what:    "replicas are sent back to the generation before",
	prepare: func(w *world) error { return w.changeTo(first, second) },
	happen: func(w *world) error {
		if _, err := w.command("library", "rollback", "--library", w.shelf("library"), "--swap-in", "3s"); err != nil {
			return err
		}
		named, err := w.published()
		if err != nil {
			return err
		}
		return w.serves(named)
	},
}, {
	name: "library-bucket-away", setup: onLibrary,
	what:   "the bucket of the library does not answer, and a replica is killed and started again meanwhile",
	limits: limits{cut: inFlight, failing: 2 * time.Second},
	happen: func(w *world) error {
		w.objects.kill()
		w.replicas[1].kill()
		if err := w.fleet.start(w.replicas[1]); err != nil {
			return err
		}
		time.Sleep(w.hold)
		return w.objects.start()
	},
}}

// buildGenerations builds what is published later, and publishes the first one.
func (w *world) buildGenerations() error {
	w.generations = map[string]string{}
	for _, name := range []string{first, second, third} {
		data, source := w.built(name), filepath.Join(w.ps.dir, "source-"+name)
		if err := writeSource(source, name); err != nil {
			return err
		}
		if _, err := w.command("build", "--data", data, "--films", source); err != nil {
			return err
		}
		current, err := os.ReadFile(filepath.Join(data, "library", "current"))
		if err != nil {
			return err
		}
		w.generations[name] = strings.TrimSpace(string(current))
	}
	_, err := w.publish(first)
	return err
}

// writeSource writes source files of films whose titles begin with a name.
func writeSource(dir, name string) error {
	titles := "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
	ratings := "tconst\taverageRating\tnumVotes\n"
	for i := 1; i <= 400; i++ {
		titles += fmt.Sprintf("tt%07d\tmovie\t%s Night %d\t%s Night %d\t0\t%d\t\\N\t120\tDrama\n", i, name, i, name, i, 1950+i%70)
		ratings += fmt.Sprintf("tt%07d\t7.1\t%d\n", i, 1000+i)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "title.basics.tsv"), []byte(titles), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "title.ratings.tsv"), []byte(ratings), 0o644)
}

// built is the data directory in which a generation was built.
func (w *world) built(name string) string { return filepath.Join(w.ps.dir, "built-"+name) }

// shelf is the address of a part of the bucket.
func (w *world) shelf(part string) string {
	return strings.Replace(w.objects.url(), "s3://films?", "s3://films/"+part+"?", 1)
}

// publish publishes a generation where replicas look for it.
func (w *world) publish(name string, args ...string) (string, error) {
	return w.command(append([]string{"library", "publish", "--data", w.built(name), "--library", w.shelf("library")}, args...)...)
}

// changeTo publishes generations one after the other and waits until all replicas
// serve each.
func (w *world) changeTo(names ...string) error {
	for _, name := range names {
		if _, err := w.publish(name, "--swap-in", "0s"); err != nil {
			return err
		}
		if err := w.serves(w.generations[name]); err != nil {
			return err
		}
	}
	return nil
}

// published is the generation that the bucket names.
func (w *world) published() (string, error) {
	out, err := w.command("library", "published", "--json", "--library", w.shelf("library"))
	return field(out, "generation"), err
}

// damage puts what a generation would send into the bucket, each file with one byte
// changed: whoever publishes finds it there and sends nothing.
func (w *world) damage(name string) error {
	if _, err := w.command("library", "publish", "--data", w.built(name), "--library", w.shelf("elsewhere")); err != nil {
		return err
	}
	films := filepath.Join(w.ps.dir, "objects", "films")
	packs, err := filepath.Glob(filepath.Join(films, "elsewhere", "packs", "*"))
	if err != nil || len(packs) == 0 {
		return fmt.Errorf("no files of %s are in the bucket: %w", name, err)
	}
	damaged := 0
	for _, pack := range packs {
		there := filepath.Join(films, "library", "packs", filepath.Base(pack))
		if _, err := os.Stat(there); err == nil {
			continue // another generation has it, too
		}
		b, err := os.ReadFile(pack)
		if err != nil {
			return err
		}
		b[len(b)/2] ^= 0x40
		if err := os.WriteFile(there, b, 0o644); err != nil {
			return err
		}
		damaged++
	}
	if damaged == 0 {
		return fmt.Errorf("nothing of %s is its own", name)
	}
	return nil
}

// readiness is what a replica says of itself.
type readiness struct {
	Generation string
	Degraded   []string
}

// eachReady asks every replica how it is.
func (w *world) eachReady(hold func(r *replica, ready readiness) error) error {
	for _, r := range w.replicas {
		resp, err := http.Get("http://" + loopback(r.port) + "/readyz")
		if err != nil {
			return err
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		var ready readiness
		if err == nil {
			err = json.Unmarshal(text, &ready)
		}
		if err == nil && resp.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s is not ready: %s", r.name, text)
		}
		if err == nil {
			err = hold(r, ready)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// serves waits until all replicas serve a generation.
func (w *world) serves(generation string) error {
	return eventually(90*time.Second, func() error {
		return w.eachReady(func(r *replica, ready readiness) error {
			if ready.Generation != generation {
				return fmt.Errorf("%s serves %s, not %s", r.name, ready.Generation, generation)
			}
			return nil
		})
	})
}

// degraded returns an error until all replicas say that they do not serve what they
// should.
func (w *world) degraded() error {
	return w.eachReady(func(r *replica, ready readiness) error {
		if !slices.Contains(ready.Degraded, "library") {
			return fmt.Errorf("%s does not say that it refuses a library", r.name)
		}
		return nil
	})
}

// title finds of which generation a film is.
var title = regexp.MustCompile(`"(` + first + `|` + second + `|` + third + `) Night `)

// generationsIn are the generations that an answer is of; one, if all is well.
func generationsIn(a *answer) (all []string) {
	for _, m := range title.FindAllSubmatch(a.body, -1) {
		if name := string(m[1]); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// unmixed notes answers that are of several generations, or of none that can be told.
func unmixed(all []*answer, r *row) {
	told := 0
	for _, a := range all {
		if !a.ok() {
			continue
		}
		switch of := generationsIn(a); len(of) {
		case 0:
		case 1:
			told++
		default:
			r.wrongly("one answer has films of the generations %s", strings.Join(of, " and "))
		}
	}
	if told == 0 {
		r.wrongly("no answer tells its generation")
	}
}

// together notes when replicas answered from different generations for too long.
func together(all []*answer, r *row) {
	var newest string
	var seen time.Time // when the last generation was first answered from
	for i := len(all) - 1; i >= 0; i-- {
		of := generationsIn(all[i])
		if !all[i].ok() || len(of) != 1 {
			continue
		}
		if newest == "" {
			newest = of[0]
		}
		if of[0] == newest && (seen.IsZero() || all[i].came.Before(seen)) {
			seen = all[i].came
		}
	}
	changed := false
	for _, a := range all {
		if of := generationsIn(a); a.ok() && len(of) == 1 && of[0] != newest {
			changed = true
			if late := a.sent.Sub(seen); late > togetherWithin {
				r.wrongly("an answer was of %s %v after others were of %s", of[0], late.Round(time.Millisecond), newest)
			}
		}
	}
	if !changed {
		r.wrongly("all answers are of one generation")
	}
}
