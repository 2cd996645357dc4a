import { useSelector } from '@xstate/react'
import { selectArchived, selectProblem } from '#src/machines/billing/invoice-archive.machine.ts'

import type { InvoiceArchiveActor } from '../../../machines/billing/invoice-archive.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useMatches } from '../../kit/use-snapshot.ts'
import { invoicesMessages as messages } from './invoices.messages.ts'

/** Says that an invoice was archived, and takes it back while that is offered. */
export function ArchiveNote({ actor }: { readonly actor: InvoiceArchiveActor }) {
  const invoice = useSelector(actor, selectArchived)
  const isArchived = useMatches(actor, 'archived')
  const canUndo = useCan(actor, { type: 'user.undid' })
  const problem = useSelector(actor, selectProblem)
  return (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {!isArchived || invoice === null ? null : (
        <Banner
          tone="info"
          fact={messages.archived(invoice.number)}
          actions={
            <Button isBlocked={!canUndo} onPress={() => actor.send({ type: 'user.undid' })}>
              {messages.undo}
            </Button>
          }
        >
          {messages.archivedWhy}
        </Banner>
      )}
    </>
  )
}
