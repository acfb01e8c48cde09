	.amdhsa_kernel counted
counted:                                ; @counted
	ds_write_b8 v9, v9
	v_mov_b32_e32 v9, v9
	global_load_dword v1, v0, s[0:1]
	s_cbranch_scc1 .LBB0_2
.LBB0_1:                                ; =>This Inner Loop Header: Depth=1
	ds_write_b64 v1, v[2:3] offset:8
	ds_store_b8_d16_hi v26, v6 offset:64
	ds_read2st64_b32 v[0:1], v4 offset1:2
	ds_load_2addr_stride64_b64 v[1:4], v12 offset1:2
	ds_read_u16_d16 v1, v2
	ds_read_b64_tr_b16 v[0:1], v2
	ds_bpermute_b32 v1, v2, v3
	ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,16)
	; wave barrier
	s_waitcnt lgkmcnt(0)
	s_barrier_signal -1
	s_barrier_wait -1
	s_barrier
	v_mov_b32_dpp v1, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
	v_cndmask_b32_dpp v1, v2, v3, vcc_lo row_xmask:4 row_mask:0xf bank_mask:0xf
	v_mov_b32_dpp v1, v2 row_half_mirror row_mask:0xf bank_mask:0xf
	v_mov_b32_dpp v1, v2 dpp8:[1,0,3,2,5,4,7,6]
	v_permlane16_b32 v1, v2, s0, s1
	v_readlane_b32 s0, v1, 3
	v_permlane32_swap_b32_e32 v1, v2
	v_perm_b32 v2, v2, v3, 0x3020504
	v_lshl_or_b32 v2, v5, 24, v2
	v_dual_mov_b32 v1, v2 :: v_dual_cndmask_b32 v3, v4, v5
	v_or_b32_sdwa v38, v5, v34 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD
	v_add_u32_e32 v1, v2, v3
	scratch_store_dword off, v1, off offset:16
	;;#ASMSTART
	;;#ASMEND
	s_cbranch_scc1 .LBB0_1
.LBB0_2:
	global_store_dword v0, v1, s[0:1]
	s_endpgm
.Lfunc_end0:
