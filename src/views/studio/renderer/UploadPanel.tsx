import { type ComponentType, Suspense, useId } from 'react'
import styled from 'styled-components'
import type { UploadActor } from '#src/machines/studio/renderer/upload.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { DropZone } from '../../kit/controls/drop-zone.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import type { CheckedEditorProps } from '../../kit/json/CheckedEditor.tsx'
import { jsonMessages } from '../../kit/json.messages.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { rendererMessages } from './renderer.messages.ts'

const messages = rendererMessages.upload

/** CSS pixels. */
const editorHeight = 200

type UploadPanelProps = {
  readonly actor: UploadActor
  /** Where JSON is written, loaded when it is first looked at. */
  readonly editor: ComponentType<CheckedEditorProps>
}

/** JSON of one's own: a file, the clipboard, or what is written into the box. */
export function UploadPanel({ actor, editor: Editor }: UploadPanelProps) {
  const id = useId()
  const written = useContextOf(actor, 'written')
  const problem = useContextOf(actor, 'problem')
  const fault = useContextOf(actor, 'fault')
  const isBusy = useIsBusy(actor)
  const canPaste = useCan(actor, { type: 'user.pasted' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) actor.send({ type: 'user.chose', file })
  }
  return (
    <Panel aria-label={messages.label} aria-busy={isBusy}>
      <DropZone
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          if (canPaste) choose(event.dataTransfer.files)
        }}
      >
        <label htmlFor={`${id}-file`}>{messages.choose}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".json,application/json"
          disabled={!canPaste}
          aria-describedby={`${id}-drop`}
          onChange={({ target }) => {
            choose(target.files)
            // The same file may be chosen again, changed.
            target.value = ''
          }}
        />
        <Hint id={`${id}-drop`}>{messages.drop}</Hint>
      </DropZone>
      {/* As high as the editor, so that no button moves away from under a hand. */}
      <Suspense
        fallback={
          <div style={{ minHeight: editorHeight }}>
            <Spinner label={rendererMessages.loading} />
          </div>
        }
      >
        <Editor
          label={messages.text}
          text={written}
          isReadOnly={!canPaste}
          height={editorHeight}
          onWrite={(text) => actor.send({ type: 'user.wrote', text })}
        />
      </Suspense>
      <Row>
        <Button isBlocked={!canSubmit} why={`${id}-missing`} onPress={() => actor.send({ type: 'user.submitted' })}>
          {messages.show}
        </Button>
        <Button isBlocked={!canPaste} onPress={() => actor.send({ type: 'user.pasted' })}>
          {messages.paste}
        </Button>
        {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
        {isBusy ? <Spinner label={messages.reading} /> : null}
      </Row>
      <Hint id={`${id}-missing`}>{canSubmit || isBusy ? null : messages.missing}</Hint>
      {problem === null ? null : (
        <ProblemAlert
          problem={
            fault === null
              ? problem
              : {
                  ...problem,
                  errors: [
                    {
                      path: jsonMessages.at(number(fault.line), number(fault.column)),
                      message: jsonMessages.fault[fault.reason],
                    },
                  ],
                }
          }
        />
      )}
    </Panel>
  )
}

const Panel = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
`
