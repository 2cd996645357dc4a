import styled from 'styled-components'
import { runSearchMax } from '#contract/connectors/runs/run-list.ts'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { menuTitles } from '../../kit/menu.messages.ts'
import { pageTitles } from '../../kit/pages.messages.ts'
import { usePlace } from '../../kit/use-place.ts'
import { RunsSection } from './RunsSection.tsx'
import { runMessages } from './run.messages.ts'

const messages = runMessages.all
const above = [{ label: menuTitles['/integration-engine'], href: '/integration-engine' }]

/** The runs of all connectors. */
export function RunsRoute() {
  const { read, move } = usePlace()
  const search = read('q') ?? ''
  return (
    <PageFrame title={pageTitles['/runs']} above={above}>
      <Search
        type="search"
        aria-label={messages.connector}
        placeholder={messages.connector}
        maxLength={runSearchMax}
        value={search}
        onChange={({ target }) => move({ q: target.value, page: null }, true)}
      />
      <RunsSection search={search} empty={<EmptyState title={runMessages.table.none}>{messages.first}</EmptyState>} />
    </PageFrame>
  )
}

const Search = styled(SearchBox)`
  width: min(15rem, 100%);
`
