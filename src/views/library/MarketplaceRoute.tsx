import type { Access } from '../../services/http.ts'
import { GoButton } from '../../views/parts/GoButton.tsx'
import { Tabs } from '../../views/parts/Tabs.tsx'
import { PageFrame } from '../../views/shell/PageFrame.tsx'
import { firstStep } from '../../views/template/PublishSteps.tsx'
import { pageTitles } from '../../words/pages.ts'
import { templateWords } from '../../words/template.ts'
import { usePlace } from '../use-place.ts'
import { Templates } from './Templates.tsx'

const words = templateWords.market

/** The public connectors: everybody's, and the company's own. */
export function MarketplaceRoute({ access }: { readonly access: Access }) {
  const { read, move } = usePlace()
  const chosen = read('tab') === 'own' ? 'own' : 'all'
  return (
    <PageFrame title={pageTitles['/your-marketplace']} aside={<GoButton href={firstStep}>{words.publish}</GoButton>}>
      <Tabs
        label={words.label}
        tabs={words.tabs}
        chosen={chosen}
        onChoose={(tab) => move({ tab: tab === 'all' ? null : tab, page: null, category: null })}
      >
        <Templates key={chosen} access={access} origin={chosen === 'all' ? 'public' : 'own'} />
      </Tabs>
    </PageFrame>
  )
}
