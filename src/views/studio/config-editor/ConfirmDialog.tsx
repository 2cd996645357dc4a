import { useSelector } from '@xstate/react'
import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { selectComparison } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { sameWithSecrets, shownBeside } from '#src/machines/studio/config-editor/config-text.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Row } from '../../kit/layout/blocks.ts'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { ComparisonView } from './ComparisonView.tsx'
import { configEditorMessages as messages } from './config-editor.messages.ts'
import { TextDiff } from './TextDiff.tsx'

/** Everything that a deployment changes, before it does. */
export function ConfirmDialog({ actor }: { readonly actor: ConfigEditorActor }) {
  const text = useContextOf(actor, 'text')
  const live = useContextOf(actor, 'saved')?.live ?? null
  const comparison = useSelector(actor, selectComparison)
  const version = live === null ? null : number(live.number)
  const shown = shownBeside(text)
  const close = () => actor.send({ type: 'user.closed' })
  return (
    <Dialog title={messages.confirm} onLeave={close} isWide>
      <p>{messages.confirmWhat(version)}</p>
      {live === null || version === null ? (
        <CodeRegion label={messages.diffOfFirst} text={shown.text} />
      ) : sameWithSecrets(live.text, text) ? (
        <Hint>{messages.noDiff(version)}</Hint>
      ) : (
        <TextDiff label={messages.diff(version)} before={live.text} after={shown.text} />
      )}
      {shown.secrets === 0 ? null : <p>{messages.secretsChange(shown.secrets)}</p>}
      {comparison === undefined ? null : <ComparisonView actor={comparison} />}
      <Row>
        <Button kind="primary" onPress={() => actor.send({ type: 'user.deployed' })}>
          {messages.deploy}
        </Button>
        <Button onPress={close}>{messages.cancel}</Button>
      </Row>
    </Dialog>
  )
}
