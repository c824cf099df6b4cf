import type { Api } from '../api/api.ts';

/** Saves readings as one HTML file that needs nothing else. */
export async function downloadReading(api: Api, ids: readonly string[], name: string): Promise<void> {
  const [first, ...others] = ids;
  const query = others.length > 0 ? `?with=${others.map(encodeURIComponent).join()}` : '';
  const response = await api.fetch(`/v1/readings/${encodeURIComponent(first!)}/export${query}`);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${name.replace(/[^\w.-]+/g, '-').slice(0, 60)}.reading.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
