/** How the checks of an installation are said. */
import type { PlatformCheck } from '#contract/admin/platform.ts'
import { type CheckLevel, checkThresholds, type PlatformCheckId } from '#contract/admin/platform-checks.ts'
import type { DotLook } from '../../kit/feedback/StatusDot.tsx'
import { listed } from '../../kit/format/listed.ts'
import { inTenths, number } from '../../kit/format/numbers.ts'
import { age, duration } from '../../kit/format/spans.ts'
import { adminMessages } from '../admin.messages.ts'

const hour = 3_600_000
const { heading, checks: messages } = adminMessages

export const checkLooks = { ok: 'ok', warn: 'warn', bad: 'bad', unknown: 'off' } as const satisfies Record<CheckLevel, DotLook>

export function headlineOf(checks: readonly PlatformCheck[]): string {
  const count = (level: CheckLevel) => checks.filter((it) => it.level === level).length
  if (count('bad') > 0) return heading.bad(count('bad'))
  return count('warn') > 0 ? heading.warn(count('warn')) : heading.fine
}

export function valueText(id: PlatformCheckId, value: number | null): string {
  if (value === null) return messages.unknown
  const { unit } = checkThresholds[id]
  if (unit === 'milliseconds') return value === 0 ? messages.none : value < hour ? duration(value) : age(value)
  return unit === 'percent' ? `${inTenths(value)} %` : number(value)
}

/** From where on it is a warning, and an error. */
export function limitText(id: PlatformCheckId): string {
  const { warn, bad, unit, ...rest } = checkThresholds[id]
  const text = (value: number) =>
    unit === 'percent' ? `${number(value)} %` : unit === 'count' ? number(value) : value < 1_000 ? duration(value) : age(value)
  const isFloor = 'isFloor' in rest
  return listed([
    ...(warn === null ? [] : [isFloor ? messages.warnAt(text(warn)) : messages.warnFrom(text(warn))]),
    ...(bad === null ? [] : [isFloor ? messages.badAt(text(bad)) : messages.badFrom(text(bad))]),
  ])
}

const order: readonly CheckLevel[] = ['bad', 'warn', 'unknown', 'ok']

/** First what needs somebody. */
export const inOrder = (checks: readonly PlatformCheck[]): readonly PlatformCheck[] =>
  checks.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
