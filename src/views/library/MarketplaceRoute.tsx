import { LinkButton } from '../kit/controls/LinkButton.tsx'
import { Tabs } from '../kit/controls/Tabs.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { pageTitles } from '../kit/pages.messages.ts'
import { usePlace } from '../kit/use-place.ts'
import { Templates } from './browse/TemplatesSection.tsx'
import { firstStep } from './PublishSteps.tsx'
import { templateMessages } from './template.messages.ts'
import { Updates } from './UpdatesSection.tsx'

const messages = templateMessages.market

/** The public connectors: everybody's, and the company's own. */
export function MarketplaceRoute() {
  const { read, move } = usePlace()
  const chosen = read('tab') === 'own' ? 'own' : 'all'
  return (
    <PageFrame title={pageTitles['/your-marketplace']} actions={<LinkButton href={firstStep}>{messages.publish}</LinkButton>}>
      <Updates />
      <Tabs
        label={messages.label}
        tabs={messages.tabs}
        chosen={chosen}
        onChoose={(tab) => move({ tab: tab === 'all' ? null : tab, page: null, category: null, from: null, to: null })}
      >
        <Templates key={chosen} origin={chosen === 'all' ? 'public' : 'own'} />
      </Tabs>
    </PageFrame>
  )
}
