/** The destinations of a connector that has several, for everyone who looks at each of them. It holds no schema, so that pages may import it. */
import type { ConnectorConfig, Routes } from '../config.ts'

type Route = Routes['others'][number]
type WithRoutes = { readonly routes?: ConnectorConfig['routes'] }

/** A destination besides the first one, and where it stands in the configuration, as a JSON pointer. */
export type OtherDestination = Route & { readonly path: string }

/** The destinations besides the first one, in their order. */
export const otherDestinations = ({ routes }: WithRoutes): readonly OtherDestination[] =>
  (routes?.others ?? []).map((route, at) => ({ ...route, path: `/routes/others/${at}` }))

/** The first destination has this number. */
export const firstRoute = 0

/** One of the destinations of a connector, with the name that people gave it; null where it has none. */
type NamedDestination = Pick<ConnectorConfig, 'destination' | 'dataMapping'> & {
  readonly id: number
  readonly name: string | null
}

/** All destinations in their order: of a connector with one destination that one. */
export const destinationsOf = ({
  destination,
  dataMapping,
  routes,
}: Pick<ConnectorConfig, 'destination' | 'dataMapping' | 'routes'>): readonly NamedDestination[] => [
  { id: firstRoute, name: routes?.first.name ?? null, destination, dataMapping },
  ...(routes?.others ?? []),
]
/** Stands for records that go to no destination. */
export const noRoute = -1

/** A configuration of one destination only: the one that is given, with its mapping. */
export const withDestination = <Config extends Pick<ConnectorConfig, 'destination' | 'dataMapping' | 'routes'>>(
  config: Config,
  { destination, dataMapping }: Pick<ConnectorConfig, 'destination' | 'dataMapping'>,
): Config => {
  const { routes: _, ...rest } = config
  return { ...rest, destination, dataMapping } as Config
}

/** The same configuration with its other destinations changed. */
export const mapDestinations = <Config extends WithRoutes>(
  config: Config,
  change: (route: Route, at: number) => unknown,
): Config =>
  config.routes === undefined ? config : { ...config, routes: { ...config.routes, others: config.routes.others.map(change) } }
