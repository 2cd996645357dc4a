import { Download } from 'lucide-react'

import type { TableFileActor } from '#src/machines/kit/request.machine.ts'
import { Button } from '../controls/Button.tsx'
import { ProblemAlert } from '../feedback/ProblemAlert.tsx'
import { partMessages as messages } from '../parts.messages.ts'
import { useContextOf, useIsBusy } from '../use-snapshot.ts'

/** Takes the list along as a file; a press while it is on its way stops it. */
export function ExportButton({ actor }: { readonly actor: TableFileActor }) {
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  return (
    <>
      {isBusy ? (
        <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stopExport}</Button>
      ) : (
        <Button onPress={() => actor.send({ type: 'user.requested' })}>
          <Download aria-hidden="true" />
          {messages.export}
        </Button>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </>
  )
}
