import { type ReactNode, Suspense } from 'react'

import { reloadPage } from '../../services/kit/page.ts'
import { ErrorBoundary } from './feedback/ErrorBoundary.tsx'

type LaterProps = {
  readonly children: ReactNode
  /** Stands there until it is loaded. */
  readonly meanwhile?: ReactNode
}

/** A part of a page that is loaded after it. Whatever becomes of it, the rest of the page goes on. */
export function LazySection({ children, meanwhile = null }: LaterProps) {
  return (
    <ErrorBoundary isPart onReload={reloadPage}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </ErrorBoundary>
  )
}
