import type { Access } from '../../services/kit/api-client.ts'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { pageTitles } from '../kit/pages.messages.ts'
import { Templates } from './TemplatesSection.tsx'

/** The ready-made definitions. */
export function LibraryRoute({ access }: { readonly access: Access }) {
  return (
    <PageFrame title={pageTitles['/connector-library']}>
      <Templates access={access} origin="library" />
    </PageFrame>
  )
}
