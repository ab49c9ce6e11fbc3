package deploy_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// kubernetes is the version whose schemas the chart is held against: a module that holds the interface's
// description.
const kubernetes = "k8s.io/kubernetes@v1.34.1"

// ready are values that the chart takes for more than one replica.
var ready = []string{"--kube-version", "1.34.1", "--set", "existingSecret=films,bucket=s3://films,library=s3://library,baseURL=https://films.example.com"}

// The chart passes helm's strict lint, and what it makes of every kind of values is valid for Kubernetes,
// without members that Kubernetes does not know.
func TestTheChart(t *testing.T) {
	helm, kubeconform := tool(t, "helm"), tool(t, "kubeconform")
	schemas := schemasOfKubernetes(t)
	for name, set := range map[string][]string{
		"two replicas": nil,
		"everything": {"--set", "ingress.enabled=true,ingress.className=nginx,ingress.hosts={films.example.com},metrics.serviceMonitor=true,traces=http://otel:4318,trustedProxies={10.0.0.0/8}",
			"--set", "env.KINODEX_SIGN_UP=invite,image.digest=sha256:" + strings.Repeat("a", 64), "--set-json", `ingress.tls=[{"secretName":"films","hosts":["films.example.com"]}]`,
			"--set-json", `networkPolicy.from=[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"ingress"}}}]`, "--set-json", `nodeSelector={"disk":"ssd"}`},
		"one replica without a disk": {"--set", "replicas=1,persistence.enabled=false,networkPolicy.enabled=false"},
	} {
		t.Run(name, func(t *testing.T) {
			args := append(append([]string{}, ready...), set...)
			does(t, "helm", helm, append([]string{"lint", "--strict", "kinodex"}, args...)...)
			made := does(t, "helm", helm, append([]string{"template", "films", "kinodex"}, args...)...)
			file := filepath.Join(t.TempDir(), "made.yaml")
			if err := os.WriteFile(file, []byte(made), 0o600); err != nil {
				t.Fatal(err)
			}
			out := does(t, ".", kubeconform, "-strict", "-summary", "-skip", "ServiceMonitor", "-schema-location", filepath.Join(schemas, "{{.ResourceKind}}.json"), file)
			t.Log(strings.TrimSpace(out))
			for _, sandboxed := range []string{"runAsNonRoot: true", "readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false", "drop: [ALL]", "type: RuntimeDefault"} {
				if !strings.Contains(made, sandboxed) {
					t.Errorf("no %s", sandboxed)
				}
			}
		})
	}
}

// Values that would lose something, or that are misspelt, are refused with what to do.
func TestTheChartRefusesWrongValues(t *testing.T) {
	helm := tool(t, "helm")
	for set, says := range map[string]string{
		"replicas=2":                         "replicas share a ledger",
		"replicas=2,existingSecret=s":        "replicas share posters and snapshots",
		"replicas=1,replica=3":               "replica",
		"replicas=0":                         "replicas",
		"replicas=1,bucket=films":            "bucket",
		"replicas=1,env.LD_PRELOAD=x":        "LD_PRELOAD",
		"replicas=1,ingress.enabled=true":    "ingress.hosts names the hosts",
		"replicas=1,image.digest=sha256:abc": "digest",
		"replicas=1,metrics.port=80":         "port",
		"replicas=1,drainNotice=5":           "drainNotice",
	} {
		cmd := exec.Command(helm, "template", "films", "helm/kinodex", "--kube-version", "1.34.1", "--set", set)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), says) {
			t.Errorf("%s: %v\n%.300s", set, err, out)
		}
	}
}

// The chart's version of the program is the program's.
func TestTheChartIsOfThisVersion(t *testing.T) {
	_, after, _ := strings.Cut(text(t, "../cmd/kinodex/version.go"), `const ServiceVersion = "`)
	version, _, _ := strings.Cut(after, `"`)
	for _, file := range []string{"helm/kinodex/Chart.yaml", "compose/compose.yaml", "compose/single.yaml"} {
		if version == "" || !strings.Contains(text(t, file), version) {
			t.Errorf("%s does not name version %q", file, version)
		}
	}
}

// schemasOfKubernetes writes a JSON Schema for each kind that the chart makes, out of the description that
// the module of Kubernetes holds. Unknown members are refused, as the API does with strict validation.
func schemasOfKubernetes(t *testing.T) (dir string) {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", kubernetes)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("left out: %s cannot be had: %v", kubernetes, err)
	}
	var module struct{ Dir string }
	decode(t, out, &module)
	var api struct {
		Definitions map[string]map[string]any `json:"definitions"`
	}
	decode(t, []byte(text(t, filepath.Join(module.Dir, "api/openapi-spec/swagger.json"))), &api)
	for name, d := range api.Definitions {
		switch {
		case strings.HasSuffix(name, ".IntOrString"), strings.HasSuffix(name, ".Quantity"):
			api.Definitions[name] = map[string]any{"type": []string{"string", "number"}}
		case d["properties"] != nil:
			d["additionalProperties"] = false
		}
	}
	dir = t.TempDir()
	for kind, of := range map[string]string{
		"statefulset": "io.k8s.api.apps.v1.StatefulSet", "service": "io.k8s.api.core.v1.Service", "serviceaccount": "io.k8s.api.core.v1.ServiceAccount",
		"poddisruptionbudget": "io.k8s.api.policy.v1.PodDisruptionBudget", "ingress": "io.k8s.api.networking.v1.Ingress", "networkpolicy": "io.k8s.api.networking.v1.NetworkPolicy",
	} {
		schema, err := json.Marshal(map[string]any{"$ref": "#/definitions/" + of, "definitions": api.Definitions})
		if err != nil || api.Definitions[of] == nil {
			t.Fatalf("%s: %v", of, err)
		}
		if err := os.WriteFile(filepath.Join(dir, kind+".json"), schema, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
