{{- define "kinodex.name" -}}
{{- if contains "kinodex" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-kinodex" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}
{{- define "kinodex.selector" -}}
app.kubernetes.io/name: kinodex
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "kinodex.labels" -}}
{{ include "kinodex.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}
