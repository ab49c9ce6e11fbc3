package mcp

// ThroughSDK makes calls over HTTP pass through the SDK.
func (c *Connector) ThroughSDK() { c.whole = true }

// Toolbox gives the names of the tools, in order.
func Toolbox() (names []string) {
	for _, t := range toolbox() {
		names = append(names, t.name)
	}
	return names
}

// Break makes a tool panic.
func (c *Connector) Break(name string) { c.tools[name].answer = nil }

// What the tests of bytes take apart.
var (
	Fit        = fit
	AppendPart = appendPart
	Decode     = func(body []byte) (id, method string, code int) {
		m, wrongs := decode(body)
		if wrongs != nil {
			code = wrongs.code
		}
		return string(m.id), m.method, code
	}
)

// AnswerBytes is the most an answer has.
const AnswerBytes = answerBytes
