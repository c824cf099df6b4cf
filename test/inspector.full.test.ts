// The inspector in a real browser, against the real server and the shipped model.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CutProxy, cutProxy } from './support/cut-proxy.ts';
import { framesOf, instantServer, makeRuns, metrics, paragraph, serious } from './support/inspector-parts.ts';
import { type Served, serve } from './support/served.ts';

const root = new URL('..', import.meta.url).pathname;
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const question = 'Who designed the great lens of the Sorrel Rock light?';

describe.runIf(executablePath)('the inspector', () => {
  let folder: string;
  let browser: Browser;
  let served: Served;
  let proxy: CutProxy;
  let book: string;
  const open: Page[] = [];

  /** A page that must neither fail nor say that something was refused by its policy. */
  const visit = async (path: string, options: BrowserContextOptions = {}, base = proxy.url) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/i.test(message.text())) faults.push(message.text());
    });
    await page.goto(`${base}/${path}`);
    open.push(page);
    return { page, faults };
  };
  const api = async (path: string, init?: RequestInit) =>
    // biome-ignore lint/suspicious/noExplicitAny: tests look into replies at any depth
    (await fetch(`${served.url}${path}`, init)).json() as Promise<any>;
  const post = (path: string, body: unknown) =>
    api(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const finished = async (id: string) => {
    await (await fetch(`${served.url}/v1/readings/${id}/events`)).text();
    return api(`/v1/readings/${id}`);
  };
  /** A reading of the book that has ended, made once. */
  let done: Promise<string> | undefined;
  const doneReading = () => {
    done ??= post('/v1/readings', {
      document: { text: book.slice(0, 14_000), name: 'lighthouse.md' },
      questions: [question],
    }).then(async ({ id }) => {
      await finished(id);
      return id;
    });
    return done;
  };
  const slider = (page: Page) => page.getByRole('slider', { name: 'Steps' });
  const stepOf = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));

  beforeAll(async () => {
    await promisify(execFile)('npm', ['run', 'build', '-w', '@memagent/web'], { cwd: root });
    folder = await mkdtemp(join(tmpdir(), 'memagent-inspector-'));
    book = await readFile(join(root, 'examples/lighthouse.md'), 'utf8');
    await makeRuns(join(folder, 'runs'));
    served = await serve(join(folder, 'home'), ['--runs', join(folder, 'runs')]);
    proxy = await cutProxy(served.url);
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await served?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('reads an upload to a cited answer, whose sentence leads to its source', async () => {
    const { page, faults } = await visit('');
    const path = join(folder, 'lighthouse.md');
    await writeFile(path, book.slice(0, 14_000));
    await page.getByLabel('File').setInputFiles(path);
    await page.getByLabel('Question', { exact: true }).fill(question);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const answer = page.getByRole('button', { name: /Lucan Ferrabee/ }).first();
    await answer.waitFor({ timeout: 300_000 });
    await slider(page).press('Home');
    expect(await stepOf(page)).toBe(1);
    await answer.click();
    const lit = page.locator('mark.focus');
    await lit.waitFor();
    const { data } = await api('/v1/readings?limit=1');
    const shown = await lit.textContent();
    expect(shown).toContain('Lucan Ferrabee');
    const source = data[0].answers[0].sources.find((each: { text: string }) => each.text === shown);
    expect(await lit.isVisible()).toBe(true);
    const box = (await lit.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThan(800);
    expect(await page.getByRole('heading', { name: `Chunk ${source.chunk + 1}`, exact: true }).count()).toBe(
      1,
    );
    expect(await page.locator('.line.fresh', { hasText: 'Lucan Ferrabee' }).count()).toBe(1);
    expect(page.url()).toContain(`step=${source.chunk + 1}`);
    expect(faults).toEqual([]);
  });

  it('loses nothing when its connection is cut in mid-stream, and says so meanwhile', async () => {
    const { id } = await post('/v1/readings', {
      document: { text: book.slice(20_000, 48_000), name: 'part.md' },
      questions: ['What was the name of the dog?'],
    });
    const { page, faults } = await visit(`#/readings/${id}`);
    const read = (least: number) =>
      page.waitForFunction(
        (n) => Number(document.querySelector('[role=slider]')?.getAttribute('aria-valuemax')) >= n,
        least,
        { timeout: 300_000 },
      );
    await read(2);
    proxy.shut();
    await page.getByText('connection lost').waitFor({ timeout: 30_000 });
    proxy.open();
    await page.getByText('connection lost').waitFor({ state: 'detached', timeout: 30_000 });
    await read(4);
    proxy.cut();
    const reading = await finished(id);
    await page.locator('.state-done').waitFor({ timeout: 60_000 });
    const { chunks } = reading.answers[0];
    expect(chunks).toBeGreaterThan(6);
    expect(await slider(page).getAttribute('aria-valuemax')).toBe(String(chunks));
    // Each step is there, with the chunk of its own.
    await slider(page).press('Home');
    for (let step = 1; step <= chunks; step++) {
      await page.getByRole('heading', { name: `Chunk ${step}`, exact: true }).waitFor();
      await slider(page).press('ArrowRight');
    }
    expect(faults).toEqual([]);
  });

  it('is scrubbed by keys, mouse and touch', async () => {
    const id = await doneReading();
    const { page } = await visit(`#/readings/${id}?step=2`);
    await slider(page).waitFor();
    expect(await stepOf(page)).toBe(2);
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return stepOf(page);
    };
    expect([await press('ArrowRight'), await press('k'), await press('j'), await press('Home')]).toEqual([
      3, 2, 3, 1,
    ]);
    const changed = await press('n');
    expect(await page.locator('.memory .kind').textContent()).toBe('written');
    expect(
      await page.getByRole('heading', { name: `Memory after step ${changed}`, exact: true }).count(),
    ).toBe(1);
    const { sources } = (await api(`/v1/readings/${id}`)).answers[0] as { sources: { chunk: number }[] };
    const of = Number(await slider(page).getAttribute('aria-valuemax'));
    expect(await press('End')).toBe(of);
    expect(await press('e')).toBe(of);
    expect(await press('Shift+E')).toBe(
      Math.max(...sources.map(({ chunk }) => chunk + 1).filter((step) => step < of)),
    );
    const box = (await slider(page).boundingBox())!;
    await page.mouse.move(box.x + 5, box.y + 20);
    await page.mouse.down();
    expect(await stepOf(page)).toBe(1);
    await page.mouse.move(box.x + box.width + 50, box.y + 20, { steps: 5 });
    expect(await stepOf(page)).toBe(of);
    await page.mouse.up();

    const phone = await visit(`#/readings/${id}?step=1`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await slider(phone.page).waitFor();
    const touched = (await slider(phone.page).boundingBox())!;
    await phone.page.touchscreen.tap(touched.x + touched.width - 3, touched.y + 20);
    expect(await stepOf(phone.page)).toBe(of);
    // Nothing sticks out sideways.
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it('shows several questions side by side, cancels, resumes and deletes', async () => {
    const { page } = await visit('');
    await page.getByLabel('Text', { exact: true }).fill(book.slice(0, 40_000));
    await page.getByLabel('Question', { exact: true }).fill(question);
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question 2').fill('How many rooms are in the tower?');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const state = (word: string) =>
      expect.poll(() => page.locator('.reading-head').textContent(), { timeout: 120_000 }).toContain(word);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await state('cancelled');
    await page.getByRole('button', { name: 'Resume' }).click();
    // One that still waits for its turn has nothing to answer from.
    await state('reading');
    await page.locator('.stepper output', { hasText: '/' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Answer now' }).click();
    await state('done');
    expect(await page.locator('.column').count()).toBe(2);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Readings' }).waitFor();
    expect(await page.getByText('How many rooms are in the tower?').count()).toBe(0);
  });

  it('exports a file that works from disk, offline', async () => {
    const id = await doneReading();
    const { page } = await visit(`#/readings/${id}`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const path = join(folder, 'exported.html');
    await (await downloading).saveAs(path);
    const { page: file, faults } = await visit('', { offline: true }, `file://${path}#`);
    const asked: string[] = [];
    file.on('request', (request) => asked.push(request.url()));
    await slider(file).press('Home');
    await file
      .getByRole('button', { name: /Lucan Ferrabee/ })
      .first()
      .click();
    expect(await file.locator('mark.focus').textContent()).toContain('Lucan Ferrabee');
    expect(asked).toEqual([]);
    expect(faults).toEqual([]);
    expect(await serious(file)).toEqual([]);
  });

  it('shows hostile text as text, in the page and in an export', async () => {
    const hostile = `</script><script>window.pwned = 1</script><img src=x onerror="window.pwned = 1"><!--`;
    const asked = `What does ${hostile} mean?`;
    const { id } = await post('/v1/readings', {
      document: {
        text: `# ${hostile}\n\nThe password ${hostile} means bluebird. `.repeat(3),
        name: `${hostile}.txt`,
      },
      questions: [asked],
    });
    await finished(id);
    const { page, faults } = await visit(`#/readings/${id}`);
    await page.getByRole('heading', { name: asked }).waitFor();
    await page.locator('.chunk-text', { hasText: 'onerror' }).waitFor();
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(await page.locator('.chunk-text img, .memory img').count()).toBe(0);
    const html = await (await fetch(`${served.url}/v1/readings/${id}/export`)).text();
    await writeFile(join(folder, 'hostile.html'), html);
    const { page: file, faults: more } = await visit('', {}, `file://${join(folder, 'hostile.html')}#`);
    await file.getByRole('heading', { name: asked }).waitFor();
    expect(await file.evaluate('window.pwned')).toBeUndefined();
    expect([...faults, ...more]).toEqual([]);
  });

  it('asks for a key where the server wants one, and keeps it in the tab alone', async () => {
    const locked = await serve(join(folder, 'locked'), ['--key', 'a-key-of-some-length']);
    try {
      const { page } = await visit('', {}, locked.url);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Key').fill('a-wrong-key-of-some-length');
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await dialog.getByText('does not know that key').waitFor();
      expect(await serious(page)).toEqual([]);
      await dialog.getByLabel('Key').fill('a-key-of-some-length');
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await page.getByText('None yet.').waitFor();
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('a-key-of-some-length');
      expect(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toContain(
        'a-key',
      );
    } finally {
      await locked.stop();
    }
  });

  it('draws curves as a run grows, with the best and the worst trajectory beside each other', async () => {
    const { page, faults } = await visit('#/runs');
    await page.getByRole('link', { name: /remember/ }).click();
    await page.getByText('2 steps').waitFor();
    await page.locator('.chart canvas').first().waitFor();
    await appendFile(join(folder, 'runs', 'remember', 'metrics.jsonl'), `${JSON.stringify(metrics(3))}\n`);
    await page.getByText('3 steps').waitFor();
    const best = page.getByRole('article', { name: 'Best trajectory' });
    const worst = page.getByRole('article', { name: 'Worst trajectory' });
    await best.getByText('Remember word for red: delta.').first().waitFor();
    expect(await best.locator('.reward').textContent()).toBe('1');
    expect(await worst.locator('.reward').textContent()).toBe('0');
    await worst.getByText('Old stone near tree.').first().waitFor();
    expect(faults).toEqual([]);
  });

  it('shows the lab’s report in a frame that can run nothing, and its summary', async () => {
    const { page } = await visit('#/runs');
    await page.getByRole('link', { name: /natural/ }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Evaluation of natural questions' }).waitFor();
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    await page.getByRole('button', { name: 'Table' }).click();
    expect(await page.getByRole('row', { name: /qa_1/ }).textContent()).toContain('46.0');
  });

  it('has nothing serious to be said by axe, in either theme', async () => {
    const id = await doneReading();
    const runs = (await api('/v1/runs')).data as { id: string; kind: string }[];
    const views = [
      '',
      `#/readings/${id}`,
      `#/readings/${id},${id}`,
      '#/readings/rd_none',
      '#/runs',
      ...runs.map((run) => `#/runs/${run.id}`),
    ];
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const view of views) {
        const { page } = await visit(view, { colorScheme });
        await page.locator('main h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        if (view === '') await page.getByText('Policy and settings').click();
        expect({ view, colorScheme, found: await serious(page) }).toEqual({ view, colorScheme, found: [] });
        await page.close();
      }
    }
  });

  it('lists older readings, and finds them by their words', async () => {
    const { url, close } = await instantServer(join(folder, 'many'));
    try {
      for (let i = 0; i < 105; i++) {
        await fetch(`${url}/v1/readings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ document: { text: paragraph(1) }, question: `Is it number ${i}?` }),
        });
      }
      const { page, faults } = await visit('', {}, url);
      const rows = page.locator('.reading-list li');
      await expect.poll(() => rows.count()).toBe(100);
      await page.getByRole('button', { name: 'Older' }).click();
      await expect.poll(() => rows.count()).toBe(105);
      expect(await page.getByRole('button', { name: 'Older' }).count()).toBe(0);
      const search = page.getByRole('searchbox');
      await search.fill('NUMBER 77');
      await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Is it number 77?')]);
      await search.fill('number nowhere');
      await page.getByText('None has these words.').waitFor();
      expect(faults).toEqual([]);
    } finally {
      await close({ graceMs: 0 });
    }
  });

  it('reads under several policies side by side, over one place in the text', async () => {
    const { url, close } = await instantServer(join(folder, 'policies'));
    try {
      const { page, faults } = await visit('', {}, url);
      await page
        .getByLabel('Text', { exact: true })
        .fill(Array.from({ length: 40 }, (_, i) => paragraph(i)).join(''));
      await page.getByLabel('Question', { exact: true }).fill('Which facts?');
      await page.getByText('Policy and settings').click();
      await page.getByLabel('overwrite').check();
      await page.getByLabel('gated').check();
      await page.getByLabel('Chunk, tokens').fill('64');
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.locator('.column-head', { hasText: 'gated' }).getByText('All of them.').first().waitFor();
      await page
        .locator('.column-head', { hasText: 'overwrite' })
        .getByText('All of them.')
        .first()
        .waitFor();
      expect(await page.locator('.column').count()).toBe(2);
      await slider(page).press('Home');
      await slider(page).press('ArrowRight');
      expect(await page.getByRole('heading', { name: 'Memory after step 2' }).count()).toBe(2);
      // What overwrites is shown with the words that changed.
      await page.keyboard.press('n');
      expect(await page.locator('.column.active ins').count()).toBeGreaterThan(0);
      // A phone has room for one at a time.
      await page.setViewportSize({ width: 390, height: 844 });
      const choice = page.getByLabel('Which of them is shown');
      const options = await choice.locator('option').allTextContents();
      expect(options.map((label) => label.slice(3)).sort()).toEqual(['gated', 'overwrite']);
      for (const label of options) {
        await choice.selectOption({ label });
        const heads = page.locator('.column:visible .column-head h2');
        expect(await heads.allTextContents()).toEqual([label.slice(3)]);
      }
      expect(faults).toEqual([]);
    } finally {
      await close({ graceMs: 0 });
    }
  });

  it('stays smooth at a thousand steps, and whole at ten thousand', async () => {
    const { url, close } = await instantServer(join(folder, 'instant'));
    try {
      const text = Array.from({ length: 1000 }, (_, i) => paragraph(i)).join('');
      const made = (await (
        await fetch(`${url}/v1/readings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            document: { text },
            question: 'Which facts?',
            policy: 'overwrite',
            budgets: { chunk: 64 },
          }),
        })
      ).json()) as { id: string };
      const events = await (await fetch(`${url}/v1/readings/${made.id}/events`)).text();
      const { page, faults } = await visit(`#/readings/${made.id}?step=1`, {}, url);
      await slider(page).waitFor();
      const of = Number(await slider(page).getAttribute('aria-valuemax'));
      expect(of).toBeGreaterThanOrEqual(1000);
      const thousand = await framesOf(page);
      expect(thousand).toBeLessThan(100);
      // The same, ten times over: what the page is fed with has the form of the real stream.
      const steps = [...events.matchAll(/^data: (\{.*"type":"step".*)$/gm)].map((match) =>
        JSON.parse(match[1]!),
      );
      const first = JSON.parse(/^data: (\{.*"type":"started".*)$/m.exec(events)![1]!);
      const many = [first];
      for (let i = 0; i < 10_000; i++) {
        const step = steps[i % steps.length];
        many.push({ ...step, id: i + 2, chunk: i, start: i * 250, end: i * 250 + 250 });
      }
      many.push({ id: 10_002, at: first.at, type: 'state', state: 'done' });
      const body = many
        .map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join('');
      const big = await visit('#/', {}, url);
      await big.page.route('**/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
      await big.page.evaluate((id) => {
        location.hash = `#/readings/${id}?step=5000`;
      }, made.id);
      await slider(big.page).waitFor({ timeout: 60_000 });
      expect(await slider(big.page).getAttribute('aria-valuemax')).toBe('10000');
      expect(await stepOf(big.page)).toBe(5000);
      await big.page.keyboard.press('ArrowRight');
      expect(await stepOf(big.page)).toBe(5001);
      const tenThousand = await framesOf(big.page);
      expect(tenThousand).toBeLessThan(250);
      console.info(
        `From a key to the next step: ${thousand.toFixed(0)} ms at ${of} steps, ${tenThousand.toFixed(0)} ms at 10,000.`,
      );
      expect([...faults, ...big.faults]).toEqual([]);
    } finally {
      await close({ graceMs: 0 });
    }
  });
});
