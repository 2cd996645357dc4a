import { Link } from 'wouter'

import { EmptyState } from '../parts/EmptyState.tsx'
import { PageFrame } from './PageFrame.tsx'

export function UnknownPage() {
  return (
    <PageFrame title="There is nothing at this address">
      <EmptyState title="The address may be mistyped, or what stood here is gone.">
        <Link href="/dashboard">Go to the dashboard</Link>
      </EmptyState>
    </PageFrame>
  )
}
