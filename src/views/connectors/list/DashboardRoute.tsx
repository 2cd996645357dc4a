import { lazy } from 'react'

import type { Access } from '../services/http.ts'
import { PageFrame } from '../views/shell/PageFrame.tsx'
import { menuTitles } from '../words/menu.ts'
import { firstShown } from './first-shown.ts'
import { Later } from './Later.tsx'
import { Overview } from './Overview.tsx'

const DashboardFigures = lazy(async () => {
  await firstShown
  return { default: (await import('./DashboardFigures.tsx')).DashboardFigures }
})

/** The figures of all connectors, and the connectors below. The list is small and comes first; the figures and their charts follow. */
export function DashboardRoute({ access }: { readonly access: Access }) {
  return (
    <PageFrame title={menuTitles['/dashboard']}>
      {/* As high as a screen, so that the list does not jump when the figures are there. */}
      <Later meanwhile={<div style={{ height: '100vh' }} />}>
        <DashboardFigures access={access} />
      </Later>
      <Later>
        <Overview access={access} />
      </Later>
    </PageFrame>
  )
}
