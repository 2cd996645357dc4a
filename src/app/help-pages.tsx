import { type ComponentType, lazy } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { pageTitles } from '../views/kit/pages.messages.ts'
import { articleAt } from './page-help.ts'

export type PageProps = {
  readonly user: User
  /** The values of the `:name` parts of the path. */
  readonly params: Readonly<Record<string, string>>
}

const FaqRoute = lazy(async () => ({ default: (await import('../views/help/FaqRoute.tsx')).FaqRoute }))
const HelpCenterRoute = lazy(async () => ({ default: (await import('../views/help/HelpCenterRoute.tsx')).HelpCenterRoute }))
const ArticleRoute = lazy(async () => ({ default: (await import('../views/help/ArticleRoute.tsx')).ArticleRoute }))
const SupportRequestsRoute = lazy(async () => ({
  default: (await import('../views/help/SupportRequestsRoute.tsx')).SupportRequestsRoute,
}))

/** The pages of the help. */
export const helpPages = {
  faq: () => <FaqRoute title={pageTitles['/faq']} />,
  center: ({ user }) => <HelpCenterRoute firstName={user.firstName} title={pageTitles['/help-center']} />,
  article: ({ params: { article = '' } }) => <ArticleRoute key={article} id={articleAt(article)} />,
  received: () => <SupportRequestsRoute title={pageTitles['/support-requests']} />,
} as const satisfies Record<string, ComponentType<PageProps>>
export type HelpPages = typeof helpPages
