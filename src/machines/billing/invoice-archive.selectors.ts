import type { InvoiceArchiveSnapshot } from './invoice-archive.machine.ts'

export const selectArchived = ({ context }: InvoiceArchiveSnapshot) => context.invoice
export const selectIsArchived = (snapshot: InvoiceArchiveSnapshot) => snapshot.matches('archived')
export const selectCanUndo = (snapshot: InvoiceArchiveSnapshot) => snapshot.can({ type: 'user.undid' })
export const selectProblem = ({ context }: InvoiceArchiveSnapshot) => context.problem
export const selectCanArchive = (snapshot: InvoiceArchiveSnapshot) => snapshot.can({ type: 'user.archived', id: '', number: '' })
