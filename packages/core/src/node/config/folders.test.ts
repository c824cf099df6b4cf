import { describe, expect, it } from 'vitest';
import { configFolder, journalFolder, modelsFolder, stateFolder } from './folders.ts';

describe('folders', () => {
  it('lie in the home folder where nothing is set', () => {
    const env = { HOME: '/home/ann' };
    expect(stateFolder(env)).toBe('/home/ann/.local/state/memagent');
    expect(journalFolder(env)).toBe('/home/ann/.local/state/memagent/readings');
    expect(modelsFolder(env)).toBe('/home/ann/.local/share/memagent/models');
    expect(configFolder(env)).toBe('/home/ann/.config/memagent');
  });

  it('honour XDG and ignore its relative paths', () => {
    const env = {
      HOME: '/home/ann',
      XDG_STATE_HOME: '/var/s',
      XDG_DATA_HOME: 'data',
      XDG_CONFIG_HOME: '/etc/c',
    };
    expect(stateFolder(env)).toBe('/var/s/memagent');
    expect(modelsFolder(env)).toBe('/home/ann/.local/share/memagent/models');
    expect(configFolder(env)).toBe('/etc/c/memagent');
  });

  it('give way to the variables of our own', () => {
    const env = { MEMAGENT_HOME: '/m/home', MEMAGENT_MODELS: '/m/models', XDG_STATE_HOME: '/x' };
    expect(journalFolder(env)).toBe('/m/home/readings');
    expect(modelsFolder(env)).toBe('/m/models');
  });
});
