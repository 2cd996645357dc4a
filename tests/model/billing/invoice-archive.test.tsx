import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { invoiceArchiveMachine } from '#src/machines/billing/invoice-archive.machine.ts'
import { ArchiveNote } from '#src/views/account/invoices/ArchiveNote.tsx'
import { ArchiveItem } from '#src/views/account/invoices/InvoiceTable.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const [one, other] = [
  { id: 'a', number: 'INV-2026-0001' },
  { id: 'b', number: 'INV-2026-0002' },
] as const

const fixture: Fixture<typeof invoiceArchiveMachine> = {
  view: (actor) => (
    <>
      <ArchiveNote actor={actor} />
      <ArchiveItem actor={actor} invoice={{ ...one, archived: false }} />
      <ArchiveItem actor={actor} invoice={{ ...other, archived: true }} />
    </>
  ),
  inputs: { 'the list': undefined },
  answers: {
    archive: { asks: one, answers: { 'it is hidden': null }, problems: { 'the net is down': offline } },
    restore: {
      asks: ({ context }) => context.invoice ?? one,
      answers: { 'it is shown': null },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.archived': { ...press('Delete'), event: { type: 'user.archived', ...one } },
    'user.restored': { ...press('Show Again'), event: { type: 'user.restored', ...other } },
    'user.undid': press('Undo'),
  },
  assertions: {
    idle: () => expect(screen.queryByText(/ archived\.$/)).toBeNull(),
    archiving: () => expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true'),
    archived: ({ context }) => screen.getByText(`${context.invoice?.number} archived.`),
    restoring: () => expect(screen.queryByText(/ archived\.$/)).toBeNull(),
  },
  delays: { undoTime: 15_000 },
  project: ({ invoice, problem }) => ({ invoice: invoice?.number ?? null, told: problem?.code ?? null }),
  invariants: {
    'what went wrong is said': {
      when: () => true,
      holds: ({ after }) => expect(alertText() === null).toBe(after.context.problem === null),
    },
  },
}

describe('the archive of invoices', () => {
  verifyShape(invoiceArchiveMachine)
  verifyEveryEdge(invoiceArchiveMachine, fixture)
})
