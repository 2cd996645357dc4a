import type { Role } from '#contract/kit/endpoint.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import type { PagePath } from '../../kit/pages.format.ts'
import { shellMessages } from '../shell.messages.ts'

const messages = shellMessages.forbidden

type ForbiddenPageProps = {
  readonly path: PagePath
  /** What the page is called that somebody may not open. */
  readonly title: string
  /** Who may. */
  readonly roles: readonly Role[]
}

/** There is such a page, and it is for others. */
export function ForbiddenPage({ path, title, roles }: ForbiddenPageProps) {
  return (
    <PageFrame title={messages.title}>
      <EmptyState title={path === '/system-settings' ? messages.settings : messages.other(title)}>
        <p>
          {roles.every((role) => role === 'SUPER_ADMIN')
            ? messages.whyOperator
            : messages.why(roles.map((role) => messages.roles[role]).join(messages.or))}
        </p>
        <PlainLink href="/dashboard">{messages.go}</PlainLink>
      </EmptyState>
    </PageFrame>
  )
}
