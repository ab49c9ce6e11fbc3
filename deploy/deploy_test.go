// Package deploy_test holds what is under deploy against the program and the documents. What needs
// programs of others (promtool, nginx, Caddy, dpkg, helm) is left out where they are absent; make
// test-deploy installs them.
package deploy_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tool returns the path of a program of others, or leaves the test out.
func tool(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "../.bin") {
		if path, err := filepath.Abs(filepath.Join(dir, name)); err == nil {
			if info, err := os.Stat(path); err == nil && info.Mode()&0o111 != 0 {
				return path
			}
		}
	}
	t.Skipf("left out: %s is not installed (make test-deploy installs it)", name)
	return ""
}

// does runs a program in a directory and fails the test when the program fails.
func does(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// text reads a file.
func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	documented = regexp.MustCompile("(?m)^\\| `(kinodex_[a-z_]+)(?:\\{[a-z_,]+\\})?` \\| (counter|gauge|histogram) \\|")
	used       = regexp.MustCompile(`\bkinodex_[a-z_]+`)
)

// Every metric that an alert, a test of an alert or the dashboard asks for is one that the service has:
// it stands in the table of docs/operations.md, which a test of serve compares with /metrics.
func TestAlertsAndDashboardAskForMetricsThatExist(t *testing.T) {
	exists := map[string]bool{}
	for _, row := range documented.FindAllStringSubmatch(text(t, "../docs/operations.md"), -1) {
		exists[row[1]] = true
		if row[2] == "histogram" {
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				exists[row[1]+suffix] = true
			}
		}
	}
	for _, file := range []string{"prometheus/alerts.yml", "prometheus/alerts_test.yml", "grafana/kinodex.json"} {
		names := used.FindAllString(text(t, file), -1)
		if len(names) == 0 {
			t.Errorf("%s asks for nothing", file)
		}
		for _, name := range names {
			if !exists[name] {
				t.Errorf("%s asks for %s, which the service does not have", file, name)
			}
		}
	}
}

// Each alert fires when it should, and none of a healthy service.
func TestAlerts(t *testing.T) {
	promtool := tool(t, "promtool")
	does(t, "prometheus", promtool, "check", "config", "prometheus.yml")
	does(t, "prometheus", promtool, "test", "rules", "alerts_test.yml")
	rules, tests := text(t, "prometheus/alerts.yml"), text(t, "prometheus/alerts_test.yml")
	alerts := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(rules, -1)
	if len(alerts) < 10 || strings.Count(rules, "action: ") != len(alerts) {
		t.Errorf("%d alerts, %d of which say what to do", len(alerts), strings.Count(rules, "action: "))
	}
	for _, a := range alerts {
		if !strings.Contains(tests, `alertname="`+a[1]+`"`) {
			t.Errorf("no test lets %s fire", a[1])
		}
	}
}

// Every expression of the dashboard is PromQL: promtool reads them as recording rules.
func TestDashboard(t *testing.T) {
	promtool := tool(t, "promtool")
	var d struct {
		Panels []struct {
			Title, Description, Type string
			Targets                  []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(text(t, "grafana/kinodex.json")), &d); err != nil {
		t.Fatal(err)
	}
	var rules bytes.Buffer
	rules.WriteString("groups:\n- name: dashboard\n  rules:\n")
	fill := strings.NewReplacer("$__rate_interval", "1m", "$instance", ".*", "$route", ".*")
	n := 0
	for _, p := range d.Panels {
		if p.Type != "row" && (p.Title == "" || p.Description == "" || len(p.Targets) == 0) {
			t.Errorf("panel %q has no title, description or question", p.Title)
		}
		for _, q := range p.Targets {
			quoted, _ := json.Marshal(fill.Replace(q.Expr))
			rules.WriteString("  - record: dashboard:question:" + string(rune('a'+n/26)) + string(rune('a'+n%26)) + "\n    expr: " + string(quoted) + "\n")
			n++
		}
	}
	if n < 20 {
		t.Errorf("the dashboard asks %d questions", n)
	}
	file := filepath.Join(t.TempDir(), "dashboard.yml")
	if err := os.WriteFile(file, rules.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	does(t, ".", promtool, "check", "rules", file)
}
