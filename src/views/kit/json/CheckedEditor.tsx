import { checking } from './checking.ts'
import { JsonEditor, type JsonEditorProps } from './JsonEditor.tsx'

export type CheckedEditorProps = Pick<JsonEditorProps, 'label' | 'text' | 'onWrite' | 'height'> & { readonly isReadOnly: boolean }

/** JSON to write, with what is wrong said at its line. */
export function CheckedEditor(props: CheckedEditorProps) {
  return <JsonEditor {...props} extensions={checking} />
}
