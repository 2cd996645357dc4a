import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import type { NewestRevision } from '#src/machines/studio/config-editor/revision.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useHasTag } from '../../kit/use-snapshot.ts'
import { configEditorMessages as messages } from './config-editor.messages.ts'

type NewerRevisionProps = { readonly editor: ConfigEditorActor; readonly newest: NewestRevision | null }

/** Somebody saved since the text was read: says so and leads to it. What was typed stays until a person chooses. */
export function NewerRevision({ editor, newest }: NewerRevisionProps) {
  const saved = useContextOf(editor, 'saved')
  const canCatchUp = useCan(editor, { type: 'user.caughtUp' })
  const isWritable = useHasTag(editor, 'writable')
  const isNewer = canCatchUp && newest !== null && saved !== null && newest.revision > saved.revision
  return (
    <div role="status">
      {isNewer ? (
        <Row>
          <p>
            {messages.newer(number(newest.revision), newest.by)} {isWritable ? messages.newerBeside : null}
          </p>
          <Button onPress={() => editor.send({ type: 'user.caughtUp' })}>
            {isWritable ? messages.compareNewer : messages.loadNewer}
          </Button>
        </Row>
      ) : null}
    </div>
  )
}
