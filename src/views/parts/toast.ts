/** Says that something was done, for a few seconds. What went wrong is said where it happened instead. What draws it comes with the first one. */
export async function toast(message: string): Promise<void> {
  const { showToast } = await import('./ToastRegion.tsx')
  showToast(message)
}
