import type { Access } from '../../services/http.ts'
import { PageFrame } from '../../views/shell/PageFrame.tsx'
import { pageTitles } from '../../words/pages.ts'
import { Templates } from './Templates.tsx'

/** The ready-made definitions. */
export function LibraryRoute({ access }: { readonly access: Access }) {
  return (
    <PageFrame title={pageTitles['/connector-library']}>
      <Templates access={access} origin="library" />
    </PageFrame>
  )
}
