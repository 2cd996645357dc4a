import type { ReactNode } from 'react'

import type { PlatformState } from '#contract/admin/platform.ts'
import { type CheckLevel, checkLevels, type PlatformCheckId } from '#contract/admin/platform-checks.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { duration } from '../../kit/format/spans.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { adminMessages } from '../admin.messages.ts'
import { checkLooks } from './checks.ts'
import { Lines } from './lines.ts'

const { services: messages, links } = adminMessages

/** The parts of the product in one line each; the checks have the details. */
export function Services({ state: { api, checks, processes } }: { readonly state: PlatformState }) {
  const measured = (id: PlatformCheckId) => checks.find((it) => it.id === id)?.value ?? 0
  const worst = (...ids: readonly PlatformCheckId[]): CheckLevel =>
    ids
      .map((id) => checks.find((it) => it.id === id)?.level ?? 'unknown')
      .reduce((one, other) => (checkLevels.indexOf(other) > checkLevels.indexOf(one) ? other : one))
  const engines = processes.filter(({ role, isSilent }) => role !== 'api' && !isSilent)
  const behind = (ms: number) => (ms === 0 ? messages.noneDue : messages.due(duration(ms)))
  const lines: readonly (readonly [name: string, level: CheckLevel, figure: ReactNode])[] = [
    [messages.api, worst('eventLoop'), api.p95 === null ? messages.noCalls : duration(api.p95)],
    [
      messages.engine(engines.length),
      worst('processes', 'queue', 'abandonedRuns'),
      messages.runs(engines.reduce((sum, { runs }) => sum + runs, 0)),
    ],
    [messages.database, worst('database', 'pool'), duration(measured('database'))],
    [
      messages.email,
      worst('outbox', 'keptMessages', 'failedMessages'),
      measured('keptMessages') > 0 ? messages.noServer : behind(measured('outbox')),
    ],
    [messages.webhooks, worst('webhooks'), behind(measured('webhooks'))],
  ]
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} />
      <Lines>
        {lines.map(([name, level, figure]) => (
          <li key={name}>
            <StatusDot look={checkLooks[level]}>{name}</StatusDot>
            <span>{figure}</span>
          </li>
        ))}
      </Lines>
    </section>
  )
}

/** Pages that only the operator has. */
export function MoreLinks() {
  return (
    <nav aria-label={links.title}>
      <SectionHeader title={links.title} />
      <Lines>
        {(['outbox', 'support', 'inspector', 'kit'] as const).map((name) => (
          <li key={name}>
            <PlainLink href={paths[name]}>{links[name]}</PlainLink>
          </li>
        ))}
      </Lines>
    </nav>
  )
}

const paths = { outbox: '/outbox', support: '/support-requests', inspector: '/inspector', kit: '/kit' } as const
