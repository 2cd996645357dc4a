import { Download } from 'lucide-react'

import type { LoginFileActor } from '#src/machines/account/login-history/login-file.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { loginHistoryMessages as messages } from './login-history.messages.ts'

/** Takes the list along as a file; a press while it is on its way stops it. */
export function ExportButton({ actor }: { readonly actor: LoginFileActor }) {
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
