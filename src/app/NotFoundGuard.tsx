import { useEffect } from 'react'
import { tellShown } from '../views/kit/first-shown.ts'
import { HelpPlace } from '../views/kit/help-place.ts'
import { UnknownPage } from '../views/kit/layout/UnknownPage.tsx'
import { Redirect } from '../views/kit/Redirect.tsx'
import { ForbiddenPage } from '../views/shell/pages/ForbiddenPage.tsx'
import { helpOf } from './help-of.ts'
import type { PageProps } from './help-pages.tsx'
import { placeAt } from './pages.tsx'

/** The page at any path inside the frame, for people who may open it. */
export function NotFoundGuard({ path, user }: Omit<PageProps, 'params'> & { readonly path: string }) {
  useEffect(tellShown, [])
  const place = placeAt(path)
  if (place === null) return <UnknownPage />
  const { page, title, params } = place
  if (!page.roles.includes(user.role)) {
    return page.isHidden ? <UnknownPage /> : <ForbiddenPage path={place.path} title={title} roles={page.roles} />
  }
  if ('to' in page) return <Redirect to={page.to} replace />
  return (
    <HelpPlace value={helpOf(place.path)}>
      <page.draw user={user} params={params} />
    </HelpPlace>
  )
}
