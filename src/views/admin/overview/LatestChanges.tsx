import type { AuditRecord } from '#contract/kit/audit.ts'
import { type AuditAction, auditActions } from '#contract/kit/audit-actions.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { companyMessages } from '../company.messages.ts'
import { Lines } from './lines.ts'

const { changes: messages, system } = companyMessages

const nameOf = (action: string) => (Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : action)

/** Null where people changed themselves: the line names them once. */
const targetName = (target: AuditRecord['target'], actor: AuditRecord['actor']) =>
  target === null || (target.id !== null && target.id === actor.id) ? null : target.name

export function LatestChanges({ changes }: { readonly changes: readonly AuditRecord[] }) {
  return (
    <Card>
      <CardTitle>{messages.title}</CardTitle>
      <Lines>
        {changes.map(({ id, action, actor, target, at }) => (
          <li key={id}>
            <span>
              {[nameOf(action), targetName(target, actor), actor.name ?? actor.email ?? system].filter(Boolean).join(' · ')}
            </span>
            <RelativeTime at={at} />
          </li>
        ))}
      </Lines>
      <PlainLink href="/system-settings?tab=audit">{messages.all}</PlainLink>
    </Card>
  )
}
