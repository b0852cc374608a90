package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

type runtimeObject = k8sruntime.Object

// encode reads one JSON document per line, a watch event of a pod or a list of pods, and writes each in protobuf,
// behind its length in four bytes. That is the frame of a watch; a list is sent without it.
func encode(in io.Reader, out io.Writer) {
	lines := bufio.NewReaderSize(in, 1<<20)
	buffered := bufio.NewWriterSize(out, 1<<20)
	whole := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	bare := protobuf.NewRawSerializer(scheme.Scheme, scheme.Scheme)

	for {
		text, err := lines.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		var kind struct {
			Kind   string          `json:"kind"`
			Type   string          `json:"type"`
			Object json.RawMessage `json:"object"`
		}
		must(0, json.Unmarshal(text, &kind))
		var document []byte
		if kind.Kind == "PodList" {
			list := &corev1.PodList{}
			must(0, json.Unmarshal(text, list))
			document = must(k8sruntime.Encode(whole, list))
		} else {
			event := &metav1.WatchEvent{Type: kind.Type}
			event.Object.Raw = object(kind.Object, whole)
			document = must(k8sruntime.Encode(bare, event))
		}
		must(0, binary.Write(buffered, binary.BigEndian, uint32(len(document))))
		must(buffered.Write(document))
	}
	must(0, buffered.Flush())
}

func object(text []byte, whole k8sruntime.Encoder) []byte {
	var kind metav1.TypeMeta
	must(0, json.Unmarshal(text, &kind))
	var into k8sruntime.Object = &corev1.Pod{}
	if kind.Kind == "Status" {
		into = &metav1.Status{}
	}
	must(0, json.Unmarshal(text, into))
	return must(k8sruntime.Encode(whole, into))
}
