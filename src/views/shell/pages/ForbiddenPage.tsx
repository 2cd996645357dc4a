import type { Role } from '#contract/kit/endpoint.ts'
import { Go } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import type { PagePath } from '../../kit/pages.format.ts'
import { shellWords } from '../shell.messages.ts'

const words = shellWords.forbidden

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
    <PageFrame title={words.title}>
      <EmptyState title={path === '/system-settings' ? words.settings : words.other(title)}>
        <p>
          {roles.every((role) => role === 'SUPER_ADMIN')
            ? words.whyOperator
            : words.why(roles.map((role) => words.roles[role]).join(words.or))}
        </p>
        <Go href="/dashboard">{words.go}</Go>
      </EmptyState>
    </PageFrame>
  )
}
