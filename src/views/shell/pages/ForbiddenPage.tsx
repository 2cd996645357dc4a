import type { Role } from '../../../contract/endpoint.ts'
import type { PagePath } from '../../words/pages.ts'
import { shellWords } from '../../words/shell.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Go } from '../parts/Go.tsx'
import { PageFrame } from './PageFrame.tsx'

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
