import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, useId } from 'react'
import styled from 'styled-components'

import type { UploadActor } from '#src/machines/studio/renderer/upload.machine.ts'
import {
  selectCanCancel,
  selectCanPaste,
  selectCanSubmit,
  selectFault,
  selectIsBusy,
  selectProblem,
  selectWritten,
} from '#src/machines/studio/renderer/upload.selectors.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { DropZone } from '../../kit/controls/drop-zone.ts'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import type { CheckedEditorProps } from '../../kit/json/CheckedEditor.tsx'
import { jsonWords } from '../../kit/json.messages.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { rendererWords } from './renderer.messages.ts'

const words = rendererWords.upload

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
  const written = useSelector(actor, selectWritten)
  const problem = useSelector(actor, selectProblem)
  const fault = useSelector(actor, selectFault)
  const isBusy = useSelector(actor, selectIsBusy)
  const canPaste = useSelector(actor, selectCanPaste)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canCancel = useSelector(actor, selectCanCancel)
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) actor.send({ type: 'user.chose', file })
  }
  return (
    <Panel aria-label={words.label} aria-busy={isBusy}>
      <DropZone
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          if (canPaste) choose(event.dataTransfer.files)
        }}
      >
        <label htmlFor={`${id}-file`}>{words.choose}</label>
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
        <Hint id={`${id}-drop`}>{words.drop}</Hint>
      </DropZone>
      {/* As high as the editor, so that no button moves away from under a hand. */}
      <Suspense
        fallback={
          <div style={{ minHeight: editorHeight }}>
            <Spinner label={rendererWords.loading} />
          </div>
        }
      >
        <Editor
          label={words.text}
          text={written}
          isReadOnly={!canPaste}
          height={editorHeight}
          onWrite={(text) => actor.send({ type: 'user.wrote', text })}
        />
      </Suspense>
      <Row>
        <Button isBlocked={!canSubmit} why={`${id}-missing`} onPress={() => actor.send({ type: 'user.submitted' })}>
          {words.show}
        </Button>
        <Button isBlocked={!canPaste} onPress={() => actor.send({ type: 'user.pasted' })}>
          {words.paste}
        </Button>
        {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{words.cancel}</Button> : null}
        {isBusy ? <Spinner label={words.reading} /> : null}
      </Row>
      <Hint id={`${id}-missing`}>{canSubmit || isBusy ? null : words.missing}</Hint>
      {problem === null ? null : (
        <ProblemAlert
          problem={
            fault === null
              ? problem
              : {
                  ...problem,
                  errors: [
                    { path: jsonWords.at(number(fault.line), number(fault.column)), message: jsonWords.fault[fault.reason] },
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
