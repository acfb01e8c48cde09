DRAWS, WAVES = {}, {}
