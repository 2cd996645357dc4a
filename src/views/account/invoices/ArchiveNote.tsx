import { useSelector } from '@xstate/react'

import type { InvoiceArchiveActor } from '../../../machines/billing/invoice-archive.machine.ts'
import {
  selectArchived,
  selectCanUndo,
  selectIsArchived,
  selectProblem,
} from '../../../machines/billing/invoice-archive.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { invoicesMessages as messages } from './invoices.messages.ts'

/** Says that an invoice was archived, and takes it back while that is offered. */
export function ArchiveNote({ actor }: { readonly actor: InvoiceArchiveActor }) {
  const invoice = useSelector(actor, selectArchived)
  const isArchived = useSelector(actor, selectIsArchived)
  const canUndo = useSelector(actor, selectCanUndo)
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
