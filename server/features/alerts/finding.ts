/** What judging an alarm came to. Where nothing can be said for certain there is no finding, and the alarm stays as it is. */
import type { AlarmKind, Figure } from '#contract/alerts/alarm.ts'
import type { AlarmStep } from './alarms.repository.ts'

export type Finding = AlarmStep & { readonly isFound: boolean }

export const at = (name: Figure['name'], instant: Date): Figure => ({ name, at: instant.toISOString(), value: null })
export const count = (name: Figure['name'], value: number): Figure => ({ name, at: null, value })

type Of = { readonly companyId: string; readonly connectorId: string }

/** The cause is there. */
export const found = (
  { companyId, connectorId }: Of,
  kind: AlarmKind,
  it: { readonly reason: string; readonly next: string; readonly figures: readonly Figure[] },
): Finding => ({ companyId, connectorId, kind, isFound: true, ...it })

/** The cause is gone. */
export const foundNothing = ({ companyId, connectorId }: Of, kind: AlarmKind, reason: string): Finding => ({
  ...{ companyId, connectorId, kind, isFound: false, reason },
  next: 'Becomes active again if the cause returns.',
})
