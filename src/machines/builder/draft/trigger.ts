/** The ways in which a connector is started, as a person chooses among them. */
import type { Trigger } from '#contract/connectors/config/config.ts'

export const triggerKinds = ['manual', 'interval', 'cron', 'webhook'] as const
export type TriggerKind = (typeof triggerKinds)[number]

export function triggerKindOf(trigger: Trigger): TriggerKind {
  if (trigger.type !== 'schedule') return trigger.type
  return 'cron' in trigger ? 'cron' : 'interval'
}

/** What each begins with. */
export const triggerOfKind: Readonly<Record<TriggerKind, Trigger>> = {
  manual: { type: 'manual' },
  interval: { type: 'schedule', everySeconds: 300 },
  cron: { type: 'schedule', cron: '0 9 * * 1-5' },
  webhook: { type: 'webhook' },
}
