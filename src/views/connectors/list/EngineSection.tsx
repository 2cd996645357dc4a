import styled from 'styled-components'

import { type EngineReading, engineMachine } from '#src/services/connectors/runs/run-list.actors.ts'
import { space } from '#src/theme/theme.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { EngineGroup, type GroupName, groupNames, RunLine, StartLine } from './EngineGroup.tsx'
import { engineMessages as messages } from './engine.messages.ts'

/** Lines of a group on one page. */
const linesPerPage = 10

type Pages = Readonly<Record<GroupName, number>>

/** The groups of the engine. Which page of a group is shown stands in the address under its name. */
export function EngineSection() {
  const { read } = usePlace()
  const pageOf = (name: GroupName) => Math.max(1, Number.parseInt(read(name) ?? '1', 10) || 1)
  const pages = Object.fromEntries(groupNames.map((name) => [name, pageOf(name)])) as Pages
  return <PageOfGroups key={JSON.stringify(pages)} pages={pages} />
}

function PageOfGroups({ pages }: { readonly pages: Pages }) {
  const access = useAccess()
  const { move } = usePlace()
  const actor = useMachine(() => engineMachine(access), [access], { query: { ...pages, limit: linesPerPage } })
  const paged = (name: GroupName) => ({
    ...{ name, page: pages[name], pageSize: linesPerPage },
    onPage: (page: number) => move({ [name]: page === 1 ? null : String(page) }),
  })
  return (
    <ListFrame<EngineReading> actor={actor} name={messages.name} isBare empty={null}>
      {({ items }) =>
        items.map((engine) => (
          <Groups key={messages.name}>
            {groupNames.map((name) =>
              name === 'scheduled' ? (
                <EngineGroup key={name} {...paged(name)} total={engine.scheduled.total}>
                  {engine.scheduled.items.map((start) => (
                    <StartLine key={start.connectorId} start={start} />
                  ))}
                </EngineGroup>
              ) : (
                <EngineGroup key={name} {...paged(name)} total={engine[name].total}>
                  {engine[name].items.map((run) => (
                    <RunLine key={run.runId} run={run} />
                  ))}
                </EngineGroup>
              ),
            )}
          </Groups>
        ))
      }
    </ListFrame>
  )
}

const Groups = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr));
  align-items: start;
  gap: ${space[24]} 40px;
`
