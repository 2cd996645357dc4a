import type { ExportActor } from '#src/machines/library/export.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { takeAwayMessages as messages } from './take-away.messages.ts'

/** Takes the draft of a connector out as a file. */
export function ExportButton({ actor }: { readonly actor: ExportActor }) {
  const file = useContextOf(actor, 'response')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <>
      <p role="status">
        <Hint as="span">
          {isBusy ? messages.exporting : file === null ? messages.exportHint : messages.exported(file.fileName)}
        </Hint>
      </p>
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>
          <Ring />
          {messages.cancel}
        </Button>
      ) : (
        <Button onPress={() => actor.send({ type: 'user.requested' })}>{messages.export}</Button>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </>
  )
}
