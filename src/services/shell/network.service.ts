/** What the browser knows of its network. */

export const isOnlineNow = () => navigator.onLine

/** Tells when the network goes and comes, until the returned function is called. */
export function watchNetwork(tell: (isOnline: boolean) => void): () => void {
  const hear = ({ type }: Event) => tell(type === 'online')
  addEventListener('online', hear)
  addEventListener('offline', hear)
  return () => {
    removeEventListener('online', hear)
    removeEventListener('offline', hear)
  }
}
